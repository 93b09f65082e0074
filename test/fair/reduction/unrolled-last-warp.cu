// A template per block size, and the last warp unrolled with __syncwarp.
#include <cuda_runtime.h>
#include <cmath>
template <unsigned B> __device__ void last_warp(float* s, float* m, unsigned t) {
  float a = s[t], b = m[t];
#define STEP(d) if constexpr (B >= 2 * d) { a += s[t + d]; b = fmaxf(b, m[t + d]); __syncwarp(); s[t] = a; m[t] = b; __syncwarp(); }
  STEP(32) STEP(16) STEP(8) STEP(4) STEP(2) STEP(1)
#undef STEP
}
template <unsigned B> __global__ void reduce(const float* g, float* sums, float* maxima, int columns) {
  __shared__ float s[B + 32], m[B + 32];
  unsigned t = threadIdx.x;
  float a = 0, b = -INFINITY;
  for (unsigned i = t; i < (unsigned)columns; i += B) { float v = g[(size_t)blockIdx.x * columns + i]; a += v; b = fmaxf(b, v); }
  s[t] = a; m[t] = b;
  if (t < 32) { s[B + t] = 0; m[B + t] = -INFINITY; }
  __syncthreads();
  if (B >= 512) { if (t < 256) { s[t] += s[t + 256]; m[t] = fmaxf(m[t], m[t + 256]); } __syncthreads(); }
  if (B >= 256) { if (t < 128) { s[t] += s[t + 128]; m[t] = fmaxf(m[t], m[t + 128]); } __syncthreads(); }
  if (B >= 128) { if (t < 64) { s[t] += s[t + 64]; m[t] = fmaxf(m[t], m[t + 64]); } __syncthreads(); }
  if (t < 32) {
    last_warp<B>(s, m, t);
    if (t == 0) { sums[blockIdx.x] = s[0]; maxima[blockIdx.x] = m[0]; }
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  unsigned b = 64;
  while (b < 512 && b < (unsigned)columns) b *= 2;
  switch (b) {
    case 512: reduce<512><<<rows, 512>>>(x, sums, maxima, columns); break;
    case 256: reduce<256><<<rows, 256>>>(x, sums, maxima, columns); break;
    case 128: reduce<128><<<rows, 128>>>(x, sums, maxima, columns); break;
    default: reduce<64><<<rows, 64>>>(x, sums, maxima, columns);
  }
}
