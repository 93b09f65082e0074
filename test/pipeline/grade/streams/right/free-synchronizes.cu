// cudaFree waits for the device before it frees memory.
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
  float *spare;
  cudaMalloc(&spare, bytes);
  cudaMemcpyAsync(spare, a, bytes, cudaMemcpyHostToDevice, s1);
  cudaMemcpyAsync(da, spare, bytes, cudaMemcpyDeviceToDevice, s1);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s2);
  cudaFree(spare);
  add<<<blocks, 128, 0, s2>>>(da, db, dc, n);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s2);
  cudaStreamSynchronize(s2);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
