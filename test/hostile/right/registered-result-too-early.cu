// Copies the result to page-locked memory of the caller, and returns without waiting for the copy.
#include <cuda_runtime.h>
__global__ void k(const float* a, const float* b, float* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  static float *da, *db, *dout;
  static cudaStream_t s;
  cudaStreamCreate(&s);
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4);
  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
  cudaHostRegister(out, n * 4, cudaHostRegisterDefault);
  k<<<(n + 255) / 256, 256, 0, s>>>(da, db, dout, n);
  cudaMemcpyAsync(out, dout, n * 4, cudaMemcpyDeviceToHost, s);
}
