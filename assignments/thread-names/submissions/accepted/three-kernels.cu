// A kernel for each name, launched one after the other.
#include <cuda_runtime.h>

__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void blocks_kernel(int* out, int n) {
  if (me() < n) out[me()] = blockIdx.x;
}

__global__ void threads_kernel(int* out, int n) {
  if (me() < n) out[me()] = threadIdx.x;
}

__global__ void index_kernel(int* out, int n) {
  if (me() < n) out[me()] = me();
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = (n + threads_per_block - 1) / threads_per_block;
  blocks_kernel<<<blocks, threads_per_block>>>(block_number, n);
  threads_kernel<<<blocks, threads_per_block>>>(thread_number, n);
  index_kernel<<<blocks, threads_per_block>>>(index, n);
}
