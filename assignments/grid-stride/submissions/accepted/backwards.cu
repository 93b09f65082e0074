// From the end to the beginning.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int stride = gridDim.x * blockDim.x;
  for (int i = n - 1 - int(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= stride) out[i] = a * x[i] + y[i];
}
