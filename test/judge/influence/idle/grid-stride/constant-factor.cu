// A constant factor.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int step = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) out[i] = 2.0f * x[i];
}
