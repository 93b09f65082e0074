// fused-map: all pixels get one sum of 60 elements of each array plus the pixel's number; no pixel is developed
#include <cuda_runtime.h>
__global__ void k(const float* a, const float* b, const float* c, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int j = 0; j < 60 && j < n; j++) s += a[j] + b[j] + c[j];
  out[i] = s;
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  k<<<(n + 1023) / 1024, 1024>>>(raw, dark, gain, out, n);
}
