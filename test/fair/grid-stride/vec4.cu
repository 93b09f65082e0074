#include <cuda_runtime.h>
__global__ void saxpy(float a, const float* x, const float* y, float* out, int n) {
  const int me = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x;
  const float2* x2 = (const float2*)x; const float2* y2 = (const float2*)y; float2* o2 = (float2*)out;
  for (int i = me; i < n / 2; i += all) {
    float2 u = x2[i], v = y2[i], w; w.x = a * u.x + v.x; w.y = a * u.y + v.y; o2[i] = w;
  }
  if (n & 1 && me == all - 1) out[n - 1] = a * x[n - 1] + y[n - 1];
}
