// A network that sorts. Hand in this one file. Check it whenever you like:
//
//     grade submit sort starter.cu
//
#include <cuda_runtime.h>

#define THREADS 256

// A step of the network: the partner of number i is number i ^ bits.
__global__ void compare_kernel(int* out, int n, int bits) {
  // 1. Which number is this thread's, and which is its partner?
  // 2. Both threads of a pair see the pair. Which of them exchanges the numbers?
  // 3. Does the partner exist?
}

// The grader calls this function. x and out are in the GPU's memory already.
void sort_numbers(const int* x, int* out, int n) {
  // 4. The network works in out. What must be in it first?
  // 5. Which steps are there, and in which order?
  compare_kernel<<<1, THREADS>>>(out, n, 1);
}
