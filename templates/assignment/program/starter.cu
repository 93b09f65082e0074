// A whole program. Hand in this one file. Check it whenever you like:
//
//     grade submit program starter.cu
//
#include <cuda_runtime.h>

// to[i] = the mean of from[i - 1], from[i] and from[i + 1]. At the ends, from[i] is its own neighbor.
__global__ void smooth_kernel(const float* from, float* to, int n) {
  // 1. Which element is that of this thread? Is there one? Which neighbors does it have?
}

// The grader calls this function. x and out are in host memory: a kernel cannot reach them.
void smooth_twice(const float* x, float* out, int n) {
  // 2. How much memory on the device does the program need?
  // 3. What is copied, and when?
  // 4. Launch the kernel twice. Where does the second launch find what the first one has made?
  // 5. Which array has the result? Copy it to out, and free what you allocated.
}
