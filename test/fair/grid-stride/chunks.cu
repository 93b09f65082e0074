// each thread a contiguous chunk (Numba prange thinking): right, though not coalesced
#include <cuda_runtime.h>
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int threads = blockDim.x * gridDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
  long long lo = (long long)n * me / threads, hi = (long long)n * (me + 1) / threads;
  for (int i = lo; i != hi; ++i) out[i] = a * x[i] + y[i];
}
