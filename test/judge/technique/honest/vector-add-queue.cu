// vector-add: work queue on the device for vector add (dynamic blocks).
#include <cuda_runtime.h>
__global__ void add(const float* a, const float* b, float* c, int n, int* next) {
  __shared__ int start;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) start = atomicAdd(next, blockDim.x);
    __syncthreads();
    if (start >= n) return;
    int i = start + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
  }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *d; int* q; cudaMalloc(&d, 3 * n * sizeof(float)); cudaMalloc(&q, 4); cudaMemset(q, 0, 4);
  cudaMemcpy(d, a, n * sizeof(float), cudaMemcpyHostToDevice); cudaMemcpy(d + n, b, n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<64, 256>>>(d, d + n, d + 2 * n, n, q);
  cudaMemcpy(out, d + 2 * n, n * sizeof(float), cudaMemcpyDeviceToHost); cudaFree(d); cudaFree(q);
}
