// Half fused: the arithmetic in one kernel, the finish in another, with the levels in an array between them.
#include <cuda_runtime.h>

__global__ void levels(const float* raw, const float* dark, const float* gain, float* level, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) level[i] = (raw[i] - dark[i]) * gain[i];
}

__global__ void finish(const float* level, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = fminf(fmaxf(level[i], 0.0f), 1.0f);
    out[i] = v * v * (3.0f - 2.0f * v);
  }
}

void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  float* level;
  cudaMalloc(&level, n * sizeof(float));
  int blocks = (n + 255) / 256;
  levels<<<blocks, 256>>>(raw, dark, gain, level, n);
  finish<<<blocks, 256>>>(level, out, n);
  cudaFree(level);
}
