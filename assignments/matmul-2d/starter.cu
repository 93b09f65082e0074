// The matrix product with a two-dimensional grid. Hand in this one file. Check it whenever you like:
//
//     grade submit matmul-2d starter.cu
//
#include <cuda_runtime.h>

// One thread makes one element of out. All matrices lie in memory row by row:
//   m    h rows of k floats
//   n    k rows of w floats
//   out  h rows of w floats
__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k) {
  // 1. Which row and which column are this thread's? Let x count columns and y count rows.
  // 2. Is there such an element? The blocks may stick out on two sides.
  // 3. A row of m times a column of n.
}

// The grader calls this function. m, n and out are in the GPU's memory already: launch the kernel and return.
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16);
  dim3 grid(1, 1);  // How many blocks across, and how many down, does it take to cover out?
  matmul_kernel<<<grid, block>>>(m, n, out, h, w, k);
}
