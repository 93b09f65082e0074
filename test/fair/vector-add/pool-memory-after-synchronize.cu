// Host code waits for the stream that allocates, and for the stream that uses the memory.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  float *da, *db, *dc;
  cudaMallocAsync(&da, bytes, s1);
  cudaMallocAsync(&db, bytes, s1);
  cudaMallocAsync(&dc, bytes, s1);
  cudaStreamSynchronize(s1);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s2);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s2);
  add<<<(n + 127) / 128, 128, 0, s2>>>(da, db, dc, n);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s2);
  cudaStreamSynchronize(s2);
  cudaFreeAsync(da, s1);
  cudaFreeAsync(db, s1);
  cudaFreeAsync(dc, s1);
  cudaStreamSynchronize(s1);
  cudaStreamSynchronize(s2);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
