// a local array of 800 KB a thread, more than the 512 KB that a GPU's thread may have
#include <cuda_runtime.h>
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  volatile float t[200000];
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { t[i * 7 % 200000] = a * x[i]; out[i] = t[i * 7 % 200000] + y[i]; }
}
