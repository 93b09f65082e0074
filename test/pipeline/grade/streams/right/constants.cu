// Each stream has a factor of its own in constant memory.
__constant__ float factors[2];

__global__ void scaled(const float *a, const float *b, float *c, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = factors[k] * (a[i] + b[i]);
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  float *da, *db, *dc;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dc, bytes);
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  cudaStream_t streams[] = {s1, s2};
  int half = (n + 1) / 2;
  for (int k = 0; k < 2; k++) {
    float factor = 1.0f;
    cudaMemcpyToSymbolAsync(factors, &factor, sizeof factor, k * sizeof factor, cudaMemcpyHostToDevice, streams[k]);
    int from = k * half, count = k ? n - half : half;
    if (count > 0) scaled<<<(count + 127) / 128, 128, 0, streams[k]>>>(da + from, db + from, dc + from, count, k);
  }
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
