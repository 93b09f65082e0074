// Who am I? Hand in this one file. Check it whenever you like:
//
//     grade submit thread-names starter.cu
//
#include <cuda_runtime.h>

// Every thread writes down its three names. Each array has n numbers; thread i of the whole grid writes element i:
//   block_number   the number of its block, from 0
//   thread_number  its own number in the block, from 0
//   index          its number in the whole grid, from 0
__global__ void names_kernel(int* block_number, int* thread_number, int* index, int n) {
  // 1. What are this thread's names? (blockIdx, blockDim, threadIdx)
  // 2. Is there room for them? There may be more threads than n.
  // 3. Write them down.
}

// The grader calls this function. The arrays are in the GPU's memory already: launch the kernel and return.
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = 1;  // How many blocks of threads_per_block threads does it take to have n threads?
  names_kernel<<<blocks, threads_per_block>>>(block_number, thread_number, index, n);
}
