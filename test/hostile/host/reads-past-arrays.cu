// Reads 64 elements past the end of its input arrays and writes one past the end of its output array.
#include <cuda_runtime.h>
#include <string.h>
__global__ void k(const float* a, const float* b, float* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *dout, *h;
  cudaMallocHost(&h, (n + 64) * 4);
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4);
  memcpy(h, a, (n + 64) * 4);
  cudaMemcpy(da, h, n * 4, cudaMemcpyHostToDevice);
  memcpy(h, b, (n + 64) * 4);
  cudaMemcpy(db, h, n * 4, cudaMemcpyHostToDevice);
  k<<<(n + 255) / 256, 256>>>(da, db, dout, n);
  cudaMemcpy(h, dout, n * 4, cudaMemcpyDeviceToHost);
  memcpy(out, h, (n + 1) * 4);
  cudaFree(da); cudaFree(db); cudaFree(dout); cudaFreeHost(h);
}
