// A kernel for any launch. Hand in this one file, with the kernel alone. Check it whenever you like:
//
//     grade submit grid-stride starter.cu
//
#include <cuda_runtime.h>

// out[i] = a * x[i] + y[i] for every i from 0 to n - 1.
// The grader launches this kernel: with a thread for each element, with far fewer, and with more.
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // 1. Is there such an element?
  // 2. Which element comes after it for this thread, if there are more elements than threads in the whole grid?
  out[i] = a * x[i] + y[i];
}
