// NVIDIA's reduction #6 with __syncwarp
#include <cuda_runtime.h>
#include <float.h>
template <unsigned int blockSize>
__device__ void warpReduce(volatile float* s, volatile float* m, unsigned int tid) {
  if (blockSize >= 64) { float a = s[tid + 32], b = m[tid + 32]; s[tid] += a; m[tid] = fmaxf(m[tid], b); __syncwarp(); }
  for (int d = 16; d > 0; d >>= 1) {
    float a = s[tid + d], b = m[tid + d]; __syncwarp();
    s[tid] += a; m[tid] = fmaxf(m[tid], b); __syncwarp();
  }
}
template <unsigned int blockSize>
__global__ void reduce6(const float* g, float* sums, float* maxima, int n) {
  extern __shared__ float sdata[];
  float* s = sdata; float* m = sdata + blockSize;
  unsigned int tid = threadIdx.x;
  const float* row = g + (size_t)blockIdx.x * n;
  float a = 0, b = -FLT_MAX;
  unsigned int i = tid;
  while (i < n) {
    a += row[i]; b = fmaxf(b, row[i]);
    if (i + blockSize < n) { a += row[i + blockSize]; b = fmaxf(b, row[i + blockSize]); }
    i += blockSize * 2;
  }
  s[tid] = a; m[tid] = b; __syncthreads();
  if (blockSize >= 512) { if (tid < 256) { s[tid] += s[tid + 256]; m[tid] = fmaxf(m[tid], m[tid + 256]); } __syncthreads(); }
  if (blockSize >= 256) { if (tid < 128) { s[tid] += s[tid + 128]; m[tid] = fmaxf(m[tid], m[tid + 128]); } __syncthreads(); }
  if (blockSize >= 128) { if (tid < 64) { s[tid] += s[tid + 64]; m[tid] = fmaxf(m[tid], m[tid + 64]); } __syncthreads(); }
  if (tid < 32) {
    if (blockSize >= 64) { s[tid] += s[tid + 32]; m[tid] = fmaxf(m[tid], m[tid + 32]); }
    float x = s[tid], y = m[tid];
    #pragma unroll
    for (int d = 16; d; d >>= 1) { x += __shfl_down_sync(~0u, x, d); y = fmaxf(y, __shfl_down_sync(0xffffffff, y, d)); }
    if (!tid) { sums[blockIdx.x] = x; maxima[blockIdx.x] = y; }
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  int t = columns > 512 ? 512 : columns > 200 ? 256 : columns > 64 ? 128 : 64;
  size_t b = 2 * t * sizeof(float);
  switch (t) {
    case 512: reduce6<512><<<rows, 512, b>>>(x, sums, maxima, columns); break;
    case 256: reduce6<256><<<rows, 256, b>>>(x, sums, maxima, columns); break;
    case 128: reduce6<128><<<rows, 128, b>>>(x, sums, maxima, columns); break;
    default: reduce6<64><<<rows, 64, b>>>(x, sums, maxima, columns);
  }
}
