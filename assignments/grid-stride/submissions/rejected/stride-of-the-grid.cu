// "gridDim is how large the grid is, so that is the stride."
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x) {
    out[i] = a * x[i] + y[i];
  }
}
