// A warp per row: shuffles in place of shared memory, and no barrier.
#include <cuda_runtime.h>

__global__ void softmax_kernel(const float* x, float* out, int rows, int columns) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* from = x + (size_t)row * columns;
  float* to = out + (size_t)row * columns;
  float top = -INFINITY;
  for (int c = lane; c < columns; c += 32) top = fmaxf(top, from[c]);
  for (int d = 16; d > 0; d /= 2) top = fmaxf(top, __shfl_xor_sync(0xffffffff, top, d));
  float sum = 0.0f;
  for (int c = lane; c < columns; c += 32) sum += expf(from[c] - top);
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
  const float factor = 1.0f / sum;
  for (int c = lane; c < columns; c += 32) to[c] = expf(from[c] - top) * factor;
}

void softmax(const float* x, float* out, int rows, int columns) {
  softmax_kernel<<<(rows + 3) / 4, 128>>>(x, out, rows, columns);
}
