// Transpose through a tile. Hand in this one file. Check it whenever you like:
//
//     grade submit transpose starter.cu
//
#include <cuda_runtime.h>

#define TILE 32
#define ROWS 8  // a block has TILE x ROWS threads, so each thread moves TILE / ROWS elements

// out has width rows of height: out[column * height + row] = x[row * width + column].
__global__ void transpose_kernel(const float* x, float* out, int height, int width) {
  // 1. A tile of x in shared memory. Neighboring threads load neighboring elements of a row.
  // 2. Who must be done before the tile is read?
  // 3. The tile becomes a tile of out. Which one? Neighboring threads store neighboring elements of a row of out.
  // 4. Then lanes read a column of the tile. In which banks are its elements?
}

// The grader calls this function. x and out are in the GPU's memory already: launch the kernel and return.
void transpose(const float* x, float* out, int height, int width) {
  dim3 block(TILE, ROWS);
  dim3 grid(1, 1);  // How many tiles cover x?
  transpose_kernel<<<grid, block>>>(x, out, height, width);
}
