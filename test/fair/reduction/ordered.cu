// ternary on float2 pair: lane parity picks sum or max (two results in one shuffle tree)
#include <cuda_runtime.h>
__global__ void k(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float2 part[8];
  float2 v = {0.f, -INFINITY};
  for (int c = threadIdx.x; c < columns; c += 256) { float q = x[blockIdx.x * columns + c]; v.x += q; v.y = fmaxf(v.y, q); }
  for (int d = 16; d; d /= 2) { v.x += __shfl_down_sync(~0u, v.x, d); v.y = fmaxf(v.y, __shfl_down_sync(~0u, v.y, d)); }
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 2) {
    float r = threadIdx.x == 0 ? 0.f : -INFINITY;
    for (int w = 0; w < 8; w++) { float2 p = part[w]; float q = threadIdx.x == 0 ? p.x : p.y; r = threadIdx.x == 0 ? r + q : fmaxf(r, q); }
    (threadIdx.x == 0 ? sums : maxima)[blockIdx.x] = r;
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) { k<<<rows, 256>>>(x, sums, maxima, columns); }
