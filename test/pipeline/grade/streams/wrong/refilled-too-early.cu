// Stream s2 refills the buffer of a chunk, while stream s1 may still add the chunk before it.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  const int chunk = 64;
  float *da, *db, *dc;
  cudaMalloc(&da, chunk * sizeof(float));
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  for (int from = 0; from < n; from += chunk) {
    int count = n - from < chunk ? n - from : chunk;
    cudaMemcpyAsync(da, a + from, count * sizeof(float), cudaMemcpyHostToDevice, s2);
    cudaEventRecord(filled, s2);
    cudaStreamWaitEvent(s1, filled, 0);
    add<<<1, 64, 0, s1>>>(da, db + from, dc + from, count);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaEventDestroy(filled);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
