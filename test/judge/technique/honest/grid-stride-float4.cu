// grid-stride: each thread makes four elements at a time, and the first threads the last ones.
#include <cuda_runtime.h>
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  int first = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
  for (int i = first; i < n / 4; i += all) {
    float4 u = ((const float4*)x)[i], v = ((const float4*)y)[i];
    ((float4*)out)[i] = make_float4(a * u.x + v.x, a * u.y + v.y, a * u.z + v.z, a * u.w + v.w);
  }
  for (int i = n / 4 * 4 + first; i < n; i += all) out[i] = a * x[i] + y[i];
}
