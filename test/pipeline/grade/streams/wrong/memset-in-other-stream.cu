// The sums are set to 0 in stream s2, while stream s1 adds to them.
__global__ void accumulate(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] += a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s1);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s1);
  cudaMemsetAsync(dc, 0, bytes, s2);
  accumulate<<<blocks, 128, 0, s1>>>(da, db, dc, n);
  cudaDeviceSynchronize();
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
