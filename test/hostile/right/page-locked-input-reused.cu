// Fills page-locked memory again while an asynchronous copy from it may still run.
#include <cuda_runtime.h>
#include <string.h>
__global__ void k(const float* a, const float* b, float* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *dout, *h;
  cudaStream_t s; cudaStreamCreate(&s);
  cudaMallocHost(&h, n * 4);
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4);
  memcpy(h, a, n * 4);
  cudaMemcpyAsync(da, h, n * 4, cudaMemcpyHostToDevice, s);
  memcpy(h, b, n * 4);
  cudaMemcpyAsync(db, h, n * 4, cudaMemcpyHostToDevice, s);
  k<<<(n + 255) / 256, 256, 0, s>>>(da, db, dout, n);
  cudaMemcpyAsync(h, dout, n * 4, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  memcpy(out, h, n * 4);
  cudaFree(da); cudaFree(db); cudaFree(dout); cudaFreeHost(h); cudaStreamDestroy(s);
}
