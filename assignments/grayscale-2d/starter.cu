// Color to gray, with two-dimensional blocks. Hand in this one file. Check it whenever you like:
//
//     grade submit grayscale-2d starter.cu
//
#include <cuda_runtime.h>

// One thread makes one pixel.
//   x    three planes of height * width bytes: all reds, then all greens, then all blues
//   out  height * width bytes, row by row
__global__ void grayscale_kernel(const unsigned char* x, unsigned char* out, int height, int width) {
  // 1. Which row and which column are this thread's? Let x count columns and y count rows.
  // 2. Is there such a pixel? The blocks may stick out on two sides.
  // 3. Where does it lie in memory? Then 0.2989 of its red, 0.5870 of its green and 0.1140 of its blue.
}

// The grader calls this function. x and out are in the GPU's memory already: launch the kernel and return.
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid(1, 1);  // How many blocks across, and how many down, does it take to cover the picture?
  grayscale_kernel<<<grid, block>>>(x, out, height, width);
}
