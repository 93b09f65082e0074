// One stream copies and one computes; events say when a buffer is full and when it is free.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  const int chunk = (n + 4) / 5;
  float *buffers[2], *db, *dc;
  cudaMalloc(&buffers[0], chunk * sizeof(float));
  cudaMalloc(&buffers[1], chunk * sizeof(float));
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaEvent_t full[2], empty[2];
  for (int k = 0; k < 2; k++) {
    cudaEventCreateWithFlags(&full[k], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&empty[k], cudaEventDisableTiming);
  }
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s2);
  for (int from = 0, turn = 0; from < n; from += chunk, turn ^= 1) {
    int count = n - from < chunk ? n - from : chunk;
    cudaStreamWaitEvent(s1, empty[turn], 0);
    cudaMemcpyAsync(buffers[turn], a + from, count * sizeof(float), cudaMemcpyHostToDevice, s1);
    cudaEventRecord(full[turn], s1);
    cudaStreamWaitEvent(s2, full[turn], 0);
    add<<<(count + 63) / 64, 64, 0, s2>>>(buffers[turn], db + from, dc + from, count);
    cudaEventRecord(empty[turn], s2);
  }
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s2);
  cudaStreamSynchronize(s2);
  for (int k = 0; k < 2; k++) {
    cudaEventDestroy(full[k]);
    cudaEventDestroy(empty[k]);
  }
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(buffers[0]);
  cudaFree(buffers[1]);
  cudaFree(db);
  cudaFree(dc);
}
