// An exclusive scan of any length. Hand in this one file. Check it whenever you like:
//
//     grade submit scan starter.cu
//
#include <cuda_runtime.h>

#define THREADS 256

// A block scans its numbers, and stores their sum in sums[blockIdx.x].
__global__ void scan_blocks(const int* x, int* out, int* sums, int n) {
  // 1. The numbers of the block in shared memory. What is there past the end of x?
  // 2. The steps: add the number 1, 2, 4, ... places before. Where is a barrier needed?
  // 3. Exclusive: which sum is stored for this thread?
}

// Adds to each number of a block what comes before the block.
__global__ void add_offsets(int* out, const int* offsets, int n) {
}

// The grader calls this function. x and out are in the GPU's memory already.
void exclusive_scan(const int* x, int* out, int n) {
  int blocks = 1;  // 4. How many are there?
  int* sums;
  cudaMalloc(&sums, blocks * sizeof(int));
  scan_blocks<<<blocks, THREADS>>>(x, out, sums, n);
  // 5. The offsets are a scan of the sums. There can be more sums than threads in a block.
  add_offsets<<<blocks, THREADS>>>(out, sums, n);
  cudaFree(sums);
}
