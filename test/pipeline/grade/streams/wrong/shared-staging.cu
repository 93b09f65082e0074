// Chunks take turns in two streams, but both streams use the same buffers on the device.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  const int chunk = 100;
  float *da, *db, *dc;
  cudaMalloc(&da, chunk * sizeof(float));
  cudaMalloc(&db, chunk * sizeof(float));
  cudaMalloc(&dc, chunk * sizeof(float));
  cudaHostRegister(out, bytes, cudaHostRegisterDefault);
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  cudaStream_t streams[] = {s1, s2};
  for (int from = 0, turn = 0; from < n; from += chunk, turn ^= 1) {
    int count = n - from < chunk ? n - from : chunk;
    size_t part = count * sizeof(float);
    cudaMemcpyAsync(da, a + from, part, cudaMemcpyHostToDevice, streams[turn]);
    cudaMemcpyAsync(db, b + from, part, cudaMemcpyHostToDevice, streams[turn]);
    add<<<1, 128, 0, streams[turn]>>>(da, db, dc, count);
    cudaMemcpyAsync(out + from, dc, part, cudaMemcpyDeviceToHost, streams[turn]);
  }
  cudaDeviceSynchronize();
  cudaHostUnregister(out);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
