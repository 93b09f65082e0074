// All 64 KB of constant memory, and device arrays side by side that are read up to their last elements.
#include <cuda_runtime.h>
__constant__ float ones[16384] = {1};
__device__ float first[3] = {0, 0, 1};
static __device__ float second[5] = {0, 0, 0, 0, 1};
__global__ void __launch_bounds__(1024) saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = a * x[i] * first[2 - n * 0] * second[4] * ones[0] + y[i] + ones[16383 - i % 2];
}
