// One stream does everything, again and again.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  const int chunk = (n + 4) / 5;
  float *da, *db, *dc;
  cudaMalloc(&da, chunk * sizeof(float));
  cudaMalloc(&db, chunk * sizeof(float));
  cudaMalloc(&dc, chunk * sizeof(float));
  cudaStream_t s;
  cudaStreamCreate(&s);
  for (int from = 0; from < n; from += chunk) {
    int count = n - from < chunk ? n - from : chunk;
    size_t part = count * sizeof(float);
    cudaMemcpyAsync(da, a + from, part, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(db, b + from, part, cudaMemcpyHostToDevice, s);
    add<<<(count + 127) / 128, 128, 0, s>>>(da, db, dc, count);
    cudaMemcpyAsync(out + from, dc, part, cudaMemcpyDeviceToHost, s);
  }
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
