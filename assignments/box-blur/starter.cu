// Box blur. Hand in this one file. Check it whenever you like:
//
//     grade submit box-blur starter.cu
//
#include <cuda_runtime.h>

// One thread makes one pixel of out. Both pictures have height rows of width bytes.
__global__ void blur_kernel(const unsigned char* x, unsigned char* out, int height, int width) {
  // 1. Which row and which column are this thread's? Let x count columns and y count rows.
  // 2. Is there such a pixel? The blocks may stick out on two sides.
  // 3. Of the nine pixels around, and with, this one: which exist? Add them up, and count them.
  // 4. Their mean.
}

// The grader calls this function. x and out are in the GPU's memory already: launch the kernel and return.
void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid(1, 1);  // How many blocks across, and how many down, does it take to cover the picture?
  blur_kernel<<<grid, block>>>(x, out, height, width);
}
