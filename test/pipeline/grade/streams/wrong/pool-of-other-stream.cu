// The result comes from the memory pool in stream s1, and stream s2 does not wait.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  int device;
  cudaMemPool_t pool;
  cudaGetDevice(&device);
  cudaDeviceGetDefaultMemPool(&pool, device);
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMallocFromPoolAsync(&dc, bytes, pool, s1);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s2);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s2);
  add<<<(n + 127) / 128, 128, 0, s2>>>(da, db, dc, n);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s2);
  cudaStreamSynchronize(s2);
  cudaFreeAsync(dc, s2);
  cudaFree(da);
  cudaFree(db);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
