// cudaMemset may return before it is done, and a non-blocking stream does not wait for it.
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
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMemset(dc, 0, bytes);
  accumulate<<<blocks, 128, 0, s>>>(da, db, dc, n);
  cudaDeviceSynchronize();
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
