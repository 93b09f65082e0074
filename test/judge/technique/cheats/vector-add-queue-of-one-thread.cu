// vector-add: one thread of many takes all indexes from a queue.
#include <cuda_runtime.h>
__global__ void add(const float* a, const float* b, float* out, int n, int* next) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  for (int i = atomicAdd(next, 1); i < n; i = atomicAdd(next, 1)) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *dA, *dB, *dOut;
  int* next;
  cudaMalloc(&dA, bytes);
  cudaMalloc(&dB, bytes);
  cudaMalloc(&dOut, bytes);
  cudaMalloc(&next, sizeof(int));
  cudaMemset(next, 0, sizeof(int));
  cudaMemcpy(dA, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(dB, b, bytes, cudaMemcpyHostToDevice);
  add<<<64, 256>>>(dA, dB, dOut, n, next);
  cudaMemcpy(out, dOut, bytes, cudaMemcpyDeviceToHost);
  cudaFree(dA);
  cudaFree(dB);
  cudaFree(dOut);
  cudaFree(next);
}
