// All blocks wait for each other at a barrier of their own, and they are more than run at the same time.
#include <cuda_runtime.h>
__device__ unsigned arrived;
__global__ void k(const float* a, const float* b, float* t, float* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) t[i] = a[i] + b[i];
  __syncthreads();
  if (threadIdx.x == 0) { __threadfence(); atomicAdd(&arrived, 1); while (atomicAdd(&arrived, 0) < gridDim.x) {} __threadfence(); }
  __syncthreads();
  if (i < n) out[n - 1 - i] = t[n - 1 - i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *dout, *t;
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4); cudaMalloc(&t, n * 4);
  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
  unsigned z = 0; cudaMemcpyToSymbol(arrived, &z, 4);
  k<<<(n + 7) / 8, 8>>>(da, db, t, dout, n);
  cudaMemcpy(out, dout, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dout); cudaFree(t);
}
