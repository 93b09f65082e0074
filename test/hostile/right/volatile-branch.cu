// two blocks of a row add their halves to the sum by a plain read and write of a volatile place, excused by a branch on what was read
#include <cuda_runtime.h>
__global__ void init(float* s, float* m, int rows) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < rows) { s[i] = 0; m[i] = -INFINITY; } }
__global__ void k(const float* x, float* sums, float* maxima, int rows, int columns) {
  __shared__ float s[128], m[128];
  int row = blockIdx.x, t = threadIdx.x;
  float a = 0, b = -INFINITY;
  for (int i = t + 128 * blockIdx.y; i < columns; i += 256) { a += x[row * columns + i]; b = fmaxf(b, x[row * columns + i]); }
  s[t] = a; m[t] = b;
  for (int d = 64; d > 0; d /= 2) { __syncthreads(); if (t < d) { s[t] += s[t + d]; m[t] = fmaxf(m[t], m[t + d]); } }
  if (t == 0) {
    volatile float* vs = sums + row; volatile float* vm = maxima + row;
    float old = *vs;
    if (old == old) *vs = old + s[0];
    if (*vm < m[0]) *vm = m[0];
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  init<<<(rows + 127) / 128, 128>>>(sums, maxima, rows);
  k<<<dim3(rows, 2), 128>>>(x, sums, maxima, rows, columns);
}
