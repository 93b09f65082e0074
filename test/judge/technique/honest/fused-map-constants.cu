// fused-map: one kernel, with the numbers of the curve in constant memory.
#include <cuda_runtime.h>
__constant__ float numbers[4] = {0.0f, 1.0f, 3.0f, 2.0f};
__global__ void develop_kernel(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = fminf(fmaxf((raw[i] - dark[i]) * gain[i], numbers[0]), numbers[1]);
  out[i] = v * v * (numbers[2] - numbers[3] * v);
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  develop_kernel<<<(n + 255) / 256, 256>>>(raw, dark, gain, out, n);
}
