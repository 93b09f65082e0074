// float4 loads where rows are aligned; separate scalar kernel otherwise; recursion by templates
#include <cuda_runtime.h>
#include <cstdint>
template <int N> struct Tree { static __device__ void go(float* s, float* m, int t) { if (t < N) { s[t] += s[t + N]; m[t] = fmaxf(m[t], m[t + N]); } __syncthreads(); Tree<N / 2>::go(s, m, t); } };
template <> struct Tree<0> { static __device__ void go(float*, float*, int) {} };
template <bool V4, int T>
__global__ __launch_bounds__(T) void k(const float* __restrict__ x, float* __restrict__ sums, float* __restrict__ maxima, int columns) {
  __shared__ float s[T], m[T];
  float a = 0, b = -__int_as_float(0x7f800000);
  if constexpr (V4) {
    auto p = reinterpret_cast<const float4*>(x + size_t(blockIdx.x) * columns);
    for (int c = threadIdx.x; c < columns / 4; c += T) { float4 v = __ldcs(p + c); a += (v.x + v.y) + (v.z + v.w); b = fmaxf(b, fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w))); }
  } else {
    auto p = x + size_t(blockIdx.x) * columns;
    for (int c = threadIdx.x; c < columns; c += T) { float v = __ldcs(p + c); a += v; b = fmaxf(b, v); }
  }
  s[threadIdx.x] = a; m[threadIdx.x] = b; __syncthreads();
  Tree<T / 2>::go(s, m, threadIdx.x);
  if (!threadIdx.x) sums[blockIdx.x] = *s, maxima[blockIdx.x] = *m;
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  if (columns % 4 == 0 && reinterpret_cast<std::uintptr_t>(x) % 16 == 0) k<true, 128><<<rows, 128>>>(x, sums, maxima, columns);
  else k<false, 256><<<rows, 256>>>(x, sums, maxima, columns);
}
