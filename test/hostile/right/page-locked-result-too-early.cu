// Reads page-locked memory right after an asynchronous copy to it, without waiting.
#include <cuda_runtime.h>
#include <string.h>
__global__ void k(const float* a, const float* b, float* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *dout, *h;
  cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaMallocHost(&h, n * 4);
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4);
  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
  k<<<(n + 255) / 256, 256, 0, s>>>(da, db, dout, n);
  cudaMemcpyAsync(h, dout, n * 4, cudaMemcpyDeviceToHost, s);
  cudaStreamQuery(s);
  memcpy(out, h, n * 4);
  cudaFree(da); cudaFree(db); cudaFree(dout); cudaFreeHost(h); cudaStreamDestroy(s);
}
