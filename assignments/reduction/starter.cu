// The sum and the maximum of each row. Hand in this one file. Check it whenever you like:
//
//     grade submit reduction starter.cu
//
#include <cuda_runtime.h>

#define THREADS 256

// A block works on a row. x has rows * columns floats, row by row; sums and maxima have one for each row.
__global__ void reduce_kernel(const float* x, float* sums, float* maxima, int rows, int columns) {
  // 1. Every thread goes through its numbers of the row: threadIdx.x, threadIdx.x + THREADS, ... With what do its sum and
  //    its maximum begin, and what are they where the row has no number for it?
  // 2. It stores both in shared memory, and waits.
  // 3. The tree: some threads combine two numbers into one, all wait, fewer threads go on. Which two?
  // 4. One thread stores the row's results.
}

// The grader calls this function. x, sums and maxima are in the GPU's memory already: launch the kernel and return.
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce_kernel<<<1, THREADS>>>(x, sums, maxima, rows, columns);  // How many blocks does it take?
}
