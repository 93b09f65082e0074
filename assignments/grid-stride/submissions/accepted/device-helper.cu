// The arithmetic in a function of its own, the loop over 64-bit indexes.
#include <cstdint>

namespace {
__device__ float scaled_sum(float a, float x, float y) { return a * x + y; }
}  // namespace

static __global__ void __launch_bounds__(1024) saxpy(float a, const float* x, const float* y, float* out, int n) {
  int64_t first = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  for (int64_t i = first; i < n; i += int64_t(gridDim.x) * blockDim.x) out[i] = scaled_sum(a, x[i], y[i]);
}
