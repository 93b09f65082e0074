// The legacy default stream allocates and frees memory for two blocking streams.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  float *da, *db, *dc;
  cudaMallocAsync(&da, bytes, 0);
  cudaMallocAsync(&db, bytes, 0);
  cudaMallocAsync(&dc, bytes, 0);
  int half = n / 2;
  cudaStream_t streams[2] = {s1, s2};
  for (int k = 0; k < 2; k++) {
    int from = k * half, count = k ? n - half : half;
    if (count == 0) continue;
    cudaMemcpyAsync(da + from, a + from, count * sizeof(float), cudaMemcpyHostToDevice, streams[k]);
    cudaMemcpyAsync(db + from, b + from, count * sizeof(float), cudaMemcpyHostToDevice, streams[k]);
    add<<<(count + 127) / 128, 128, 0, streams[k]>>>(da + from, db + from, dc + from, count);
    cudaMemcpyAsync(out + from, dc + from, count * sizeof(float), cudaMemcpyDeviceToHost, streams[k]);
  }
  cudaFreeAsync(da, 0);
  cudaFreeAsync(db, 0);
  cudaFreeAsync(dc, 0);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
