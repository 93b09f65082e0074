// Rows are copied by cudaMemcpy2DAsync, each half in its own stream.
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
  int half = n / 2, rest = n - half;
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  for (int k = 0; k < 2; k++) {
    cudaStream_t s = k ? s2 : s1;
    int from = k ? half : 0, count = k ? rest : half;
    if (count == 0) continue;
    size_t part = count * sizeof(float);
    cudaMemcpy2DAsync(da + from, part, a + from, part, part, 1, cudaMemcpyHostToDevice, s);
    cudaMemcpy2DAsync(db + from, part, b + from, part, part, 1, cudaMemcpyHostToDevice, s);
    add<<<(count + 127) / 128, 128, 0, s>>>(da + from, db + from, dc + from, count);
    cudaMemcpy2DAsync(out + from, part, dc + from, part, part, 1, cudaMemcpyDeviceToHost, s);
  }
  cudaStreamSynchronize(s1);
  cudaStreamSynchronize(s2);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
