// reduction style: device mutex between blocks plus thread per block; and grid barrier hand made (64 blocks co-resident)
#include <cuda_runtime.h>
__device__ int arrived; __device__ volatile int go;
__global__ void add(const float* a, const float* b, float* c, float* tmp, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) tmp[i] = a[i];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) { if (atomicAdd(&arrived, 1) == gridDim.x - 1) { __threadfence(); go = 1; } while (!go) ; __threadfence(); }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { int j = n - 1 - i; c[j] = __ldcg(tmp + j) + b[j]; }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float* d; int z = 0; cudaMemcpyToSymbol(arrived, &z, 4); cudaMemcpyToSymbol(go, &z, 4);
  cudaMalloc(&d, 16ull * n); cudaMemcpy(d, a, 4 * n, cudaMemcpyHostToDevice); cudaMemcpy(d + n, b, 4 * n, cudaMemcpyHostToDevice);
  add<<<64, 128>>>(d, d + n, d + 2 * n, d + 3 * n, n); cudaMemcpy(out, d + 2 * n, 4 * n, cudaMemcpyDeviceToHost); cudaFree(d);
}
