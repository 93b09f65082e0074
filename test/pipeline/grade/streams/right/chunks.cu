// Chunks in four streams, each with its own part of the buffers.
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
  const int chunk = (n + 3) / 4;
  cudaStream_t streams[4];
  for (int k = 0; k < 4; k++) {
    cudaStreamCreate(&streams[k]);
    int from = k * chunk, count = n - from < chunk ? n - from : chunk;
    if (count <= 0) continue;
    size_t part = count * sizeof(float);
    cudaMemcpyAsync(da + from, a + from, part, cudaMemcpyHostToDevice, streams[k]);
    cudaMemcpyAsync(db + from, b + from, part, cudaMemcpyHostToDevice, streams[k]);
    add<<<(count + 127) / 128, 128, 0, streams[k]>>>(da + from, db + from, dc + from, count);
    cudaMemcpyAsync(out + from, dc + from, part, cudaMemcpyDeviceToHost, streams[k]);
  }
  cudaDeviceSynchronize();
  for (int k = 0; k < 4; k++) cudaStreamDestroy(streams[k]);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
