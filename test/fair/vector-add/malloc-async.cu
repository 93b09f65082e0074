// Memory comes from the pool of a stream.
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  cudaStream_t s;
  cudaStreamCreate(&s);
  float *da, *db, *dout;
  size_t bytes = n * sizeof(float);
  cudaMallocAsync(&da, bytes, s);
  cudaMallocAsync(&db, bytes, s);
  cudaMallocAsync(&dout, bytes, s);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s);
  add<<<(n + 255) / 256, 256, 0, s>>>(da, db, dout, n);
  cudaMemcpyAsync(out, dout, bytes, cudaMemcpyDeviceToHost, s);
  cudaFreeAsync(da, s); cudaFreeAsync(db, s); cudaFreeAsync(dout, s);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
}
