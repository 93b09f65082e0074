// Walks backwards from the end with signed differences, and stops when the index wraps around.
#include <cstddef>
extern "C++" __global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  const std::ptrdiff_t threads = static_cast<std::ptrdiff_t>(gridDim.x) * blockDim.x;
  for (std::ptrdiff_t i = n - 1 - static_cast<std::ptrdiff_t>(blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= threads)
    *(out + i) = a * *(x + i) + *(y + i);
}
