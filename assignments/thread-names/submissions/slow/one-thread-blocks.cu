// Right, and slow: every block has a single thread, and the names are worked out as if there were larger ones.
#include <cuda_runtime.h>

__global__ void names(int* block_number, int* thread_number, int* index, int threads_per_block) {
  int i = blockIdx.x;
  block_number[i] = i / threads_per_block;
  thread_number[i] = i % threads_per_block;
  index[i] = i;
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  names<<<n, 1>>>(block_number, thread_number, index, threads_per_block);
}
