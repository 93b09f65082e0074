// An undefined value.
__global__ void develop_kernel(const float* raw, const float* dark, const float* gain, float* out, int n) {
  __shared__ float scratch[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = scratch[threadIdx.x];
}

void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  develop_kernel<<<(n + 255) / 256, 256>>>(raw, dark, gain, out, n);
}
