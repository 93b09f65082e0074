__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  const size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < size_t(n); i += stride) out[i] = fmaf(a, x[i], y[i]);
}
