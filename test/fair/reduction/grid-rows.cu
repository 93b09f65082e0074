// grid-stride over rows with a fixed grid, shared arrays reused
#include <cuda_runtime.h>
__global__ void k(const float* x, float* sums, float* maxima, int rows, int columns) {
  __shared__ union { float f[2][256]; struct { float s[256]; float m[256]; } n; } u;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float a = 0, b = -3.402823466e+38F;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) { float v = x[row * columns + c]; a += v; if (v > b) b = v; }
    u.n.s[threadIdx.x] = a; u.n.m[threadIdx.x] = b;
    __syncthreads();
    for (int d = blockDim.x >> 1; d; d >>= 1) {
      // half of the block does sums, the other half maxima
      if (threadIdx.x < d) u.f[0][threadIdx.x] += u.f[0][threadIdx.x + d];
      else if (threadIdx.x >= 128 && threadIdx.x - 128 < d) { int t = threadIdx.x - 128; u.f[1][t] = fmaxf(u.f[1][t], u.f[1][t + d]); }
      __syncthreads();
    }
    if (threadIdx.x == 0) sums[row] = u.f[0][0];
    if (threadIdx.x == 128) maxima[row] = u.f[1][0];
    __syncthreads();
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) { k<<<rows < 20 ? rows : 20, 256>>>(x, sums, maxima, rows, columns); }
