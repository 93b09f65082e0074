// Lanes add by shuffles, and one warp adds the sums of the warps.
#include <cfloat>
__inline__ __device__ float warp_sum(float v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  return v;
}
__inline__ __device__ float warp_max(float v) {
  for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_down_sync(0xffffffff, v, d));
  return v;
}
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float s[32], t[32];
  const float* row = x + (size_t)blockIdx.x * columns;
  float sum = 0, top = -FLT_MAX;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) {
    float v = row[c];
    sum += v;
    top = fmaxf(top, v);
  }
  sum = warp_sum(sum);
  top = warp_max(top);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (lane == 0) {
    s[warp] = sum;
    t[warp] = top;
  }
  __syncthreads();
  if (warp == 0) {
    sum = warp_sum(lane < warps ? s[lane] : 0);
    top = warp_max(lane < warps ? t[lane] : -FLT_MAX);
    if (lane == 0) {
      sums[blockIdx.x] = sum;
      maxima[blockIdx.x] = top;
    }
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<<<rows, 256>>>(x, sums, maxima, columns);
}
