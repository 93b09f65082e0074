// An undefined value.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  __shared__ float scratch[1024];
  int step = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) out[i] = scratch[threadIdx.x];
}
