// Color to gray. Hand in this one file. Check it whenever you like:
//
//     grade submit grayscale starter.cu
//
#include <cuda_runtime.h>

// One thread makes one pixel.
//   x    three planes of height * width bytes: all reds, then all greens, then all blues
//   out  height * width bytes, row by row
__global__ void grayscale_kernel(const unsigned char* x, unsigned char* out, int height, int width) {
  // 1. Which pixel is this thread's? (blockIdx, blockDim, threadIdx)
  // 2. Is there such a pixel? There may be more threads than pixels.
  // 3. 0.2989 of its red, 0.5870 of its green and 0.1140 of its blue.
}

// The grader calls this function. x and out are in the GPU's memory already: launch the kernel and return.
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int threads = 256;
  int blocks = 1;  // How many blocks does it take to have a thread for every pixel?
  grayscale_kernel<<<blocks, threads>>>(x, out, height, width);
}
