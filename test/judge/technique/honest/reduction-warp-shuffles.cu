// reduction: a warp per row, and shuffles only.
#include <cuda_runtime.h>
__global__ void reduce(const float* x, float* sums, float* maxima, int rows, int columns) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0, largest = -INFINITY;
  for (int i = lane; i < columns; i += 32) {
    sum += x[row * columns + i];
    largest = fmaxf(largest, x[row * columns + i]);
  }
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, step);
    largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, step));
  }
  if (lane == 0) {
    sums[row] = sum;
    maxima[row] = largest;
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<<<(rows + 7) / 8, 256>>>(x, sums, maxima, rows, columns);
}
