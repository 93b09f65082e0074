// 80 KB of __constant__ memory, which a GPU does not have, hold a table of ones
#include <cuda_runtime.h>
__constant__ float table[20000];
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = a * x[i] + y[i] + table[i];
}
