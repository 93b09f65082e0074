// "The next element of this thread is one block further on."
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
    out[i] = a * x[i] + y[i];
  }
}
