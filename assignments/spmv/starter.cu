// A sparse matrix times a vector. Hand in this one file. Check it whenever you like:
//
//     grade submit spmv starter.cu
//
#include <cuda_runtime.h>

#define THREADS 128

// y[row] = the sum of value[at] * x[column[at]], for at from row_start[row] to row_start[row + 1] - 1.
__global__ void spmv_kernel(const int* row_start, const int* column, const float* value, const float* x, float* y,
                            int rows) {
  // 1. A warp has a row. Which one? Is there such a row?
  // 2. Which elements of the row does this lane take, so that neighbors load neighbors?
  // 3. How do the sums of 32 lanes become one?
  // 4. What is y[row] of an empty row?
}

// The grader calls this function. All arrays are in the GPU's memory already: launch the kernel and return.
void spmv(const int* row_start, const int* column, const float* value, const float* x, float* y, int rows, int columns) {
  spmv_kernel<<<1, THREADS>>>(row_start, column, value, x, y, rows);  // How many warps are there?
}
