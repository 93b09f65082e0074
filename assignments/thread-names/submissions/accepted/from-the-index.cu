// The other way round: from the index, the block's number and the thread's by division.
#include <cuda_runtime.h>

__global__ void fromIndex(int* block_number, int* thread_number, int* index, int n, int size) {
  const int i = blockIdx.x * size + threadIdx.x;
  if (i < n) {
    index[i] = i;
    block_number[i] = i / size;
    thread_number[i] = i % size;
  }
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  fromIndex<<<(n - 1) / threads_per_block + 1, threads_per_block>>>(block_number, thread_number, index, n,
                                                                    threads_per_block);
}
