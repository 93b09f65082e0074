// Preferences for the L1 cache and shared memory, of one kernel and of all, and a limit that changes only speed.
__global__ void half(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * x[i];
}
__global__ void rest(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1;
}

void entry(const float *x, float *out, int n) {
  cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
  cudaFuncSetAttribute(half, cudaFuncAttributePreferredSharedMemoryCarveout, 75);
  cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 32);
  half<<<(n + 255) / 256, 256>>>(x, out, n);
  rest<<<(n + 255) / 256, 256>>>(out, n);
}
