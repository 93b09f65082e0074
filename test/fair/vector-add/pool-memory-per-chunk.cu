// Each chunk allocates and frees its memory in its own stream.
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
  int chunk = (n + 3) / 4;
  for (int k = 0; k * chunk < n; k++) {
    cudaStream_t s = streams[k % 2];
    int from = k * chunk, count = n - from < chunk ? n - from : chunk;
    size_t part = count * sizeof(float);
    float *da, *db, *dc;
    cudaMallocAsync(&da, part, s);
    cudaMallocAsync(&db, part, s);
    cudaMallocAsync(&dc, part, s);
    cudaMemcpyAsync(da, a + from, part, cudaMemcpyHostToDevice, s);
    cudaMemcpyAsync(db, b + from, part, cudaMemcpyHostToDevice, s);
    add<<<(count + 127) / 128, 128, 0, s>>>(da, db, dc, count);
    cudaFreeAsync(da, s);
    cudaFreeAsync(db, s);
    cudaMemcpyAsync(out + from, dc, part, cudaMemcpyDeviceToHost, s);
    cudaFreeAsync(dc, s);
  }
  cudaStreamSynchronize(s1);
  cudaStreamSynchronize(s2);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
