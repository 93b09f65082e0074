// "A kernel is called something_kernel."
__global__ void saxpy_kernel(float a, const float* x, const float* y, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = a * x[i] + y[i];
  }
}
