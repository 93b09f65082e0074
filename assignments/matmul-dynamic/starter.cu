// The matrix product through tiles as wide as a parameter says. Hand in this one file. Check it whenever you like:
//
//     grade submit matmul-dynamic starter.cu
//
#include <cuda_runtime.h>

// A block makes a tile of tile x tile elements of out, one element a thread. All matrices lie in memory row by row:
//   m    h rows of k floats
//   n    k rows of w floats
//   out  h rows of w floats
__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  // 1. extern __shared__ gives you one array of floats. Where in it does each of the two tiles begin?
  // 2. For each piece of k: every thread fetches one element for each tile; wait; use both tiles; wait.
  //    Element (row, column) of a tile that is `tile` wide: at which index of the array?
  // 3. Store the sum, if there is such an element.
}

// The grader calls this function with tiles of many widths. m, n and out are in the GPU's memory already: launch the
// kernel and return.
void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  dim3 block(tile, tile);
  dim3 grid(1, 1);   // How many tiles across, and how many down, does it take to cover out?
  size_t bytes = 0;  // How much shared memory does a block need?
  matmul_kernel<<<grid, block, bytes>>>(m, n, out, h, w, k, tile);
}
