// Two streams use memory of their own: one adds the first half, the other one the second half.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  cudaStream_t s1, s2;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking);
  cudaStream_t streams[2] = {s1, s2};
  float *memory[2];
  for (int k = 0; k < 2; k++) {
    int from = k * (n / 2), count = k ? n - n / 2 : n / 2;
    cudaMallocAsync(&memory[k], 3 * (count + 1) * sizeof(float), streams[k]);
    float *da = memory[k], *db = da + count, *dc = db + count;
    cudaMemcpyAsync(da, a + from, count * sizeof(float), cudaMemcpyHostToDevice, streams[k]);
    cudaMemcpyAsync(db, b + from, count * sizeof(float), cudaMemcpyHostToDevice, streams[k]);
    if (count > 0) add<<<(count + 127) / 128, 128, 0, streams[k]>>>(da, db, dc, count);
    cudaMemcpyAsync(out + from, dc, count * sizeof(float), cudaMemcpyDeviceToHost, streams[k]);
  }
  for (int k = 0; k < 2; k++) cudaFreeAsync(memory[k], streams[k]);
  cudaStreamSynchronize(s1);
  cudaStreamSynchronize(s2);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
