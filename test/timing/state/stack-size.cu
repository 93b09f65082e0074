// Recursion that needs more than the 1,024 bytes of stack that a thread has without cudaDeviceSetLimit.
__device__ __noinline__ float deep(const float *x, int i, int left) {
  volatile float kept[16];
  for (int k = 0; k < 16; k++) kept[k] = x[i] + k;
  if (left == 0) return kept[0];
  return deep(x, i, left - 1) + kept[left % 16] - x[i] - left % 16;
}

__global__ void twice(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * deep(x, i, 60) + 1;
}

void entry(const float *x, float *out, int n) {
  cudaDeviceSetLimit(cudaLimitStackSize, 32768);
  twice<<<(n + 255) / 256, 256>>>(x, out, n);
}
