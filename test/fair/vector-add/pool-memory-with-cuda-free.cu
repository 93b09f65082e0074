// Memory from the pool of a stream is used by synchronous calls and freed with cudaFree.
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
  cudaMallocFromPoolAsync(&da, bytes, pool, s1);
  cudaMallocFromPoolAsync(&db, bytes, pool, s1);
  cudaMallocFromPoolAsync(&dc, bytes, pool, s2);
  cudaDeviceSynchronize();
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 127) / 128, 128, 0, s2>>>(da, db, dc, n);
  cudaStreamSynchronize(s2);
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
