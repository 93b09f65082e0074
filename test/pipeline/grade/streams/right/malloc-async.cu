// Memory is allocated and freed in the order of streams.
__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

void vector_add(const float *a, const float *b, float *out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1);
  cudaStreamCreate(&s2);
  float *da, *db, *dc;
  cudaEvent_t copied;
  cudaEventCreate(&copied);
  cudaMallocAsync(&da, bytes, s1);
  cudaMallocAsync(&db, bytes, s1);
  cudaMallocAsync(&dc, bytes, s2);
  cudaMemcpyAsync(da, a, bytes, cudaMemcpyHostToDevice, s1);
  cudaMemcpyAsync(db, b, bytes, cudaMemcpyHostToDevice, s1);
  cudaEventRecord(copied, s1);
  cudaStreamWaitEvent(s2, copied, 0);
  add<<<blocks, 128, 0, s2>>>(da, db, dc, n);
  cudaFreeAsync(da, s2);
  cudaFreeAsync(db, s2);
  cudaMemcpyAsync(out, dc, bytes, cudaMemcpyDeviceToHost, s2);
  cudaFreeAsync(dc, s2);
  cudaDeviceSynchronize();
  cudaEventDestroy(copied);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
}
