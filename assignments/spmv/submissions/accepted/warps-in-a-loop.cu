// A grid of fixed size. Each warp goes from row to row.
#include <cuda_runtime.h>

__global__ void spmv_kernel(const int* __restrict__ row_start, const int* __restrict__ column,
                            const float* __restrict__ value, const float* __restrict__ x, float* __restrict__ y, int rows) {
  const int lane = threadIdx.x & 31;
  const int warps = gridDim.x * blockDim.x / 32;
  for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += warps) {
    const int end = row_start[row + 1];
    float sum = 0;
    for (int at = row_start[row] + lane; at < end; at += 32) sum = fmaf(value[at], x[column[at]], sum);
    for (int d = 1; d < 32; d *= 2) sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane == 0) y[row] = sum;
  }
}

void spmv(const int* row_start, const int* column, const float* value, const float* x, float* y, int rows, int columns) {
  spmv_kernel<<<64, 256>>>(row_start, column, value, x, y, rows);
}
