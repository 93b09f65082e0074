// A result goes through page-locked memory back to the device, in one stream.

__global__ void halve(float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] *= 0.5f;
}

__global__ void add_twice(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = 2.0f * (a[i] + b[i]);
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
  float *pinned;
  cudaMallocHost(&pinned, bytes);
  add_twice<<<blocks, 128, 0, s1>>>(da, db, dc, n);
  cudaMemcpyAsync(pinned, dc, bytes, cudaMemcpyDeviceToHost, s1);
  cudaMemcpyAsync(da, pinned, bytes, cudaMemcpyHostToDevice, s1);
  halve<<<blocks, 128, 0, s1>>>(da, n);
  cudaMemcpyAsync(out, da, bytes, cudaMemcpyDeviceToHost, s1);
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
  cudaStreamDestroy(s1);
  cudaStreamDestroy(s2);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
