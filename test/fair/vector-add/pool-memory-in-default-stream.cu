// A blocking stream allocates and frees the memory, and the legacy default stream uses it.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  float *da, *db, *dc;
  cudaMallocAsync(&da, bytes, s1);
  cudaMallocAsync(&db, bytes, s1);
  cudaMallocAsync(&dc, bytes, s1);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, 0);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, 0);
  add<<<(n + 127) / 128, 128, 0, 0>>>(da, db, dc, n);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, 0);
  cudaFreeAsync(da, s2);
  cudaFreeAsync(db, s2);
  cudaFreeAsync(dc, s2);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
