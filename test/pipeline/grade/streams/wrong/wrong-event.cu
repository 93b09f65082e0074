// Stream s2 waits for the event of the first copy, and not for that of the second one.
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
  cudaEvent_t first, second;
  cudaEventCreateWithFlags(&first, cudaEventDisableTiming);
  cudaEventCreateWithFlags(&second, cudaEventDisableTiming);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s1);
  cudaEventRecord(first, s1);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s1);
  cudaEventRecord(second, s1);
  cudaStreamWaitEvent(s2, first, 0);
  add<<<blocks, 128, 0, s2>>>(da, db, dc, n);
  cudaStreamSynchronize(s2);
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaEventDestroy(first);
  cudaEventDestroy(second);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
