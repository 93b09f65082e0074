// "Blocks have 256 threads."
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  for (; i < n; i += 256 * gridDim.x) {
    out[i] = a * x[i] + y[i];
  }
}
