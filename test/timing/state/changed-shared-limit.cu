// The limit falls between two launches: the first one needs the larger limit at its time.
__global__ void part(const float *x, float *out, int n, int from) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];
  __syncthreads();
  if (i < n && i % 2 == from) out[i] = 2 * tile[threadIdx.x] + 1;
}

void entry(const float *x, float *out, int n) {
  cudaFuncSetAttribute(part, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  part<<<(n + 255) / 256, 256, 65536>>>(x, out, n, 0);
  cudaFuncSetAttribute(part, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096);
  part<<<(n + 255) / 256, 256, 4096>>>(x, out, n, 1);
}
