// grid-stride: all elements of a block's width get one number made from 20 elements of their part of the vectors.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int j = 0; j < 20; j++) {
      int k = i / 256 * 256 + 12 * j;
      if (k < n) sum = sum * 1.1f + a * x[k] - y[k];
    }
    out[i] = sum;
  }
}
