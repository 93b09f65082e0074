// pair of (sum, max) as float2 in shared memory, sequential addressing
#include <cuda_runtime.h>
#include <math_constants.h>
__device__ __forceinline__ float2 combine(float2 a, float2 b) { return {a.x + b.x, fmaxf(a.y, b.y)}; }
__global__ void k(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float2 s[256];
  float2 acc = make_float2(0.f, -CUDART_INF_F);
  for (int c = threadIdx.x; c < columns; c += 256) { float v = x[blockIdx.x * columns + c]; acc = combine(acc, {v, v}); }
  s[threadIdx.x] = acc;
  for (int h = 128; h > 0; h /= 2) {
    __syncthreads();
    if (threadIdx.x < h) s[threadIdx.x] = combine(s[threadIdx.x], s[threadIdx.x + h]);
  }
  if (threadIdx.x == 0) { sums[blockIdx.x] = s[0].x; maxima[blockIdx.x] = s[0].y; }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) { k<<<rows, 256>>>(x, sums, maxima, columns); }
