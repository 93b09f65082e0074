#include <cuda_runtime.h>
template <class I> struct grid_stride { I n;
  struct it { I i, s; __device__ I operator*() const { return i; } __device__ it& operator++() { i += s; return *this; } __device__ bool operator!=(const it& e) const { return i < e.i; } };
  __device__ it begin() const { return {I(blockIdx.x) * I(blockDim.x) + I(threadIdx.x), I(blockDim.x) * I(gridDim.x)}; }
  __device__ it end() const { return {n, 0}; } };
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (auto i : grid_stride<long long>{n}) out[i] = __fmaf_rn(a, x[i], y[i]);
}
