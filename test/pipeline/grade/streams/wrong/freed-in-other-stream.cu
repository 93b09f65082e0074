// Stream s2 waits for the allocations in s1, but s1 frees the memory without waiting for s2.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaEvent_t ready, used;
  cudaEventCreateWithFlags(&ready, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&used, cudaEventDisableTiming);
  float *da, *db, *dc;
  cudaMallocAsync(&da, bytes, s1);
  cudaMallocAsync(&db, bytes, s1);
  cudaMallocAsync(&dc, bytes, s1);
  cudaEventRecord(ready, s1);
  cudaStreamWaitEvent(s2, ready, 0);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s2);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s2);
  add<<<(n + 127) / 128, 128, 0, s2>>>(da, db, dc, n);
  cudaFreeAsync(da, s1);
  cudaFreeAsync(db, s1);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s2);
  cudaFreeAsync(dc, s2);
  cudaStreamSynchronize(s1);
  cudaStreamSynchronize(s2);
  cudaEventDestroy(ready);
  cudaEventDestroy(used);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
