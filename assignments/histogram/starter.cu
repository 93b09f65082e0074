// A histogram with private copies. Hand in this one file. Check it whenever you like:
//
//     grade submit histogram starter.cu
//
#include <cuda_runtime.h>

#define BINS 256
#define THREADS 256

// bins[v] becomes the number of values v in x.
__global__ void histogram_kernel(const unsigned char* x, int* bins, int n) {
  // 1. The block has a copy of all bins in shared memory. What is in it at first? When may a thread count in it?
  // 2. Which values does this thread count, and does each of them exist?
  // 3. Two threads can count the same value at the same time. Which function adds to a bin?
  // 4. When is the copy of the block complete? Then its threads add it to bins.
}

// The grader calls this function. x and bins are in the GPU's memory already.
void histogram(const unsigned char* x, int* bins, int n) {
  // 5. What is in bins before the first block adds to it? How many blocks are there?
  histogram_kernel<<<1, THREADS>>>(x, bins, n);
}
