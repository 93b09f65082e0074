// Host code waits for an event, and asks another one until it is done.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaEvent_t copied, added;
  cudaEventCreate(&copied);
  cudaEventCreate(&added);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s1);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s1);
  cudaEventRecord(copied, s1);
  cudaEventSynchronize(copied);
  add<<<blocks, 128, 0, s2>>>(da, db, dc, n);
  cudaEventRecord(added, s2);
  while (cudaEventQuery(added) == cudaErrorNotReady) {
  }
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaEventDestroy(copied);
  cudaEventDestroy(added);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
