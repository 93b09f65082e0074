#include <cuda_runtime.h>

extern "C" __global__ void saxpy(float a, const float* __restrict__ x, const float* __restrict__ y,
                                 float* __restrict__ out, const int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  const int threads = blockDim.x * gridDim.x;
  while (i < n) {
    out[i] = fmaf(a, x[i], y[i]);
    i += threads;
  }
}
