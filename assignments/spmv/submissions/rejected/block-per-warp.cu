// "A block has a row."
#include <cuda_runtime.h>

__global__ void spmv_kernel(const int* row_start, const int* column, const float* value, const float* x, float* y,
                            int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int at = row_start[row] + lane; at < row_start[row + 1]; at += 32) sum += value[at] * x[column[at]];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
  if (lane == 0) y[row] = sum;
}

void spmv(const int* row_start, const int* column, const float* value, const float* x, float* y, int rows, int columns) {
  spmv_kernel<<<(rows + 127) / 128, 128>>>(row_start, column, value, x, y, rows);
}
