// Memory of a pool that is freed and allocated again in the order of a stream.
__global__ void scale(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * x[i];
}
__global__ void add(const float *from, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = from[i] + 1;
}

void entry(const float *x, float *out, int n) {
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  unsigned long long keep = ~0ull;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  float *one, *other;
  cudaMallocAsync((void **)&one, n * sizeof(float), 0);
  scale<<<(n + 255) / 256, 256>>>(x, one, n);
  cudaMallocAsync((void **)&other, n * sizeof(float), 0);
  cudaMemcpyAsync(other, one, n * sizeof(float), cudaMemcpyDeviceToDevice, 0);
  cudaFreeAsync(one, 0);
  add<<<(n + 255) / 256, 256>>>(other, out, n);
  cudaFreeAsync(other, 0);
  cudaDeviceSynchronize();
}
