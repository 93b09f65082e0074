// (32, 8) blocks: one warp a row, tree in shared memory within the warp
#include <cuda_runtime.h>
__global__ void k(const float* x, float* sums, float* maxima, int rows, int columns) {
  __shared__ float s[8][32], m[8][32];
  int row = blockIdx.x * blockDim.y + threadIdx.y, t = threadIdx.x, w = threadIdx.y;
  float a = 0, b = -INFINITY;
  if (row < rows) for (int c = t; c < columns; c += 32) { float v = x[row * columns + c]; a += v; b = fmaxf(b, v); }
  s[w][t] = a; m[w][t] = b;
  __syncwarp();
  for (int d = 16; d; d >>= 1) {
    if (t < d) { s[w][t] += s[w][t + d]; m[w][t] = fmaxf(m[w][t], m[w][t + d]); }
    __syncwarp();
  }
  if (row < rows && t == 0) { sums[row] = s[w][0]; maxima[row] = m[w][0]; }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) { k<<<(rows + 7) / 8, dim3(32, 8)>>>(x, sums, maxima, rows, columns); }
