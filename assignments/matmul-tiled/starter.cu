// The matrix product through tiles in shared memory. Hand in this one file. Check it whenever you like:
//
//     grade submit matmul-tiled starter.cu
//
#include <cuda_runtime.h>

#define TILE 16

// A block makes a tile of TILE x TILE elements of out, one element a thread. All matrices lie in memory row by row:
//   m    h rows of k floats
//   n    k rows of w floats
//   out  h rows of w floats
__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k) {
  // 1. Two tiles in shared memory, one of m and one of n.
  // 2. For each piece of k: every thread fetches one element for each tile; wait; use both tiles; wait.
  //    What is fetched where a tile sticks out of its matrix?
  // 3. Store the sum, if there is such an element.
}

// The grader calls this function. m, n and out are in the GPU's memory already: launch the kernel and return.
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(TILE, TILE);
  dim3 grid(1, 1);  // How many tiles across, and how many down, does it take to cover out?
  matmul_kernel<<<grid, block>>>(m, n, out, h, w, k);
}
