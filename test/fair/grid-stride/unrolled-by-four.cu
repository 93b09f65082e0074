__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  const int stride = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i + 3 * stride < n; i += 4 * stride) {
#pragma unroll
    for (int j = 0; j < 4; j++) out[i + j * stride] = a * x[i + j * stride] + y[i + j * stride];
  }
  for (; i < n; i += stride) out[i] = a * x[i] + y[i];
}
