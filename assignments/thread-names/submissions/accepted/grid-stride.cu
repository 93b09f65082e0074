// A fixed number of blocks that takes the places in steps as long as the grid; the names are those of the place.
#include <cuda_runtime.h>

__global__ void names(int* block_number, int* thread_number, int* index, int n) {
  int first_block = blockIdx.x;
  for (int block = first_block; block * blockDim.x < n; block += gridDim.x) {
    int i = block * blockDim.x + threadIdx.x;
    if (i < n) {
      block_number[i] = block;
      thread_number[i] = threadIdx.x;
      index[i] = i;
    }
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  names<<<2112, threads_per_block>>>(block_number, thread_number, index, n);
}
