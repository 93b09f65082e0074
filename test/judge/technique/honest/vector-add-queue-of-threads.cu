// vector-add: each thread claims elements one by one from a counter of the device.
#include <cuda_runtime.h>
__device__ int next_;
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i;
  while ((i = atomicAdd(&next_, 1)) < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *dout;
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4);
  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
  int z = 0; cudaMemcpyToSymbol(next_, &z, 4);
  add<<<8, 256>>>(da, db, dout, n);
  cudaMemcpy(out, dout, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
