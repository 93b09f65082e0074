// A recursive device function is the tree, with a barrier at each level.
#include <cuda_runtime.h>
#include <math.h>
__device__ void fold(float* s, float* m, int n) {
  __syncthreads();
  if (n == 1) return;
  int half = n / 2;
  if (threadIdx.x < half) {
    s[threadIdx.x] += s[threadIdx.x + half];
    m[threadIdx.x] = fmaxf(m[threadIdx.x], m[threadIdx.x + half]);
  }
  fold(s, m, half);
}
__global__ void k(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float s[128], m[128];
  float a = 0, b = -INFINITY;
  for (int i = threadIdx.x; i < columns; i += 128) { a += x[blockIdx.x * columns + i]; b = fmaxf(b, x[blockIdx.x * columns + i]); }
  s[threadIdx.x] = a; m[threadIdx.x] = b;
  fold(s, m, 128);
  if (!threadIdx.x) sums[blockIdx.x] = s[0], maxima[blockIdx.x] = m[0];
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) { k<<<rows, 128>>>(x, sums, maxima, columns); }
