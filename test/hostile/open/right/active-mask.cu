// Shuffles with the mask of __activemask() after a branch, although CUDA does not promise that the lanes are together again.
#include <cuda_runtime.h>
__global__ void k(const float* x, float* sums, float* maxima, int rows, int columns) {
  __shared__ float s[4], m[4];
  int row = blockIdx.x, t = threadIdx.x;
  float a = 0, b = -INFINITY;
  for (int i = t; i < columns; i += 128) { a += x[row * columns + i]; b = fmaxf(b, x[row * columns + i]); }
  if (t % 3 == 0) a += 0.f * t; else b = fmaxf(b, b);
  for (int d = 16; d > 0; d /= 2) { unsigned w = __activemask(); a += __shfl_down_sync(w, a, d); b = fmaxf(b, __shfl_down_sync(w, b, d)); }
  if (t % 32 == 0) { s[t / 32] = a; m[t / 32] = b; }
  __syncthreads();
  if (t == 0) { sums[row] = s[0] + s[1] + s[2] + s[3]; maxima[row] = fmaxf(fmaxf(m[0], m[1]), fmaxf(m[2], m[3])); }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) { k<<<rows, 128>>>(x, sums, maxima, rows, columns); }
