// "If one thread does it all, the number of threads does not matter."
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    for (int i = 0; i < n; i++) out[i] = a * x[i] + y[i];
  }
}
