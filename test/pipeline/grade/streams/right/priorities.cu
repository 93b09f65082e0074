// Streams with priorities, ordered by an event.
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
  int least, greatest;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStream_t s1, s2;
  cudaStreamCreateWithPriority(&s1, cudaStreamNonBlocking, least);
  cudaStreamCreateWithPriority(&s2, cudaStreamNonBlocking, greatest);
  cudaEvent_t copied;
  cudaEventCreate(&copied);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s1);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s1);
  cudaEventRecord(copied, s1);
  cudaStreamWaitEvent(s2, copied, 0);
  add<<<blocks, 128, 0, s2>>>(da, db, dc, n);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s2);
  cudaDeviceSynchronize();
  cudaEventDestroy(copied);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
