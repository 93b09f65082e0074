// cudaMemcpy works in the default stream, which does not wait for a non-blocking stream.
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
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  add<<<blocks, 128, 0, s>>>(da, db, dc, n);
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
