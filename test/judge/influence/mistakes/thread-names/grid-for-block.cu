// The index multiplies by the blocks of the grid in place of the threads of a block.
#include <cuda_runtime.h>
__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int i = blockIdx.x * gridDim.x + threadIdx.x;
  if (i < n) {
    block_number[i] = blockIdx.x;
    thread_number[i] = threadIdx.x;
    index[i] = i;
  }
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = (n + threads_per_block - 1) / threads_per_block;
  names<<<blocks, threads_per_block>>>(block_number, thread_number, index, n);
}
