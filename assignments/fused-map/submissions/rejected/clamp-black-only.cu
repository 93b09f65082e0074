// What is too dark is cut off, what is too bright is not.
#include <cuda_runtime.h>

__global__ void develop_kernel(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float light = raw[i] - dark[i];
    float level = light * gain[i];
    float v = fmaxf(level, 0.0f);
    out[i] = v * v * (3.0f - 2.0f * v);
  }
}

void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int threads = 256;
  int blocks = (n + threads - 1) / threads;
  develop_kernel<<<blocks, threads>>>(raw, dark, gain, out, n);
}
