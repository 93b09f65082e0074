// More dynamic shared memory than 48 KB: the launch is refused without cudaFuncSetAttribute.
__global__ void twice(const float *x, float *out, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *own = tile + 15000 + threadIdx.x;
  if (i < n) *own = x[i];
  __syncthreads();
  if (i < n) out[i] = 2 * *own + 1;
}

void entry(const float *x, float *out, int n) {
  cudaFuncSetAttribute(twice, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  twice<<<(n + 255) / 256, 256, 65536>>>(x, out, n);
}
