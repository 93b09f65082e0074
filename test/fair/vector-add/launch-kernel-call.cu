// The kernel is launched by cudaLaunchKernel.
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyDefault);
  cudaMemcpy(db, b, bytes, cudaMemcpyDefault);
  void* args[] = {&da, &db, &dout, &n};
  cudaLaunchKernel((const void*)add, dim3((n + 255) / 256), dim3(256), args, 0, nullptr);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDefault);
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
