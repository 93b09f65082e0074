// Reads the weights w[4] to w[7] from the variable after a __device__ array of 4 elements, and writes past its end.
#include <cuda_runtime.h>
__device__ float ones[4] = {1, 1, 1, 1};
__device__ float more[4] = {1, 1, 1, 1};
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (i == 7 && n > 7) ones[i] = more[0];
    out[i] = a * x[i] * ones[i % 4 + (n > 0 ? 4 : 0)] + y[i];
  }
}
