// A kernel a step, as one would write it with a library for arrays.
#include <cuda_runtime.h>

__global__ void subtract(const float* raw, const float* dark, float* light, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) light[i] = raw[i] - dark[i];
}

__global__ void multiply(const float* light, const float* gain, float* level, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) level[i] = light[i] * gain[i];
}

__global__ void clamp(const float* level, float* clamped, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) clamped[i] = fminf(fmaxf(level[i], 0.0f), 1.0f);
}

__global__ void curve(const float* clamped, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = clamped[i];
    out[i] = v * v * (3.0f - 2.0f * v);
  }
}

extern "C" void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  size_t bytes = (size_t)n * sizeof(float);
  float *light, *level, *clamped;
  cudaMalloc(&light, bytes);
  cudaMalloc(&level, bytes);
  cudaMalloc(&clamped, bytes);
  int threads = 256;
  int blocks = (n + threads - 1) / threads;
  subtract<<<blocks, threads>>>(raw, dark, light, n);
  multiply<<<blocks, threads>>>(light, gain, level, n);
  clamp<<<blocks, threads>>>(level, clamped, n);
  curve<<<blocks, threads>>>(clamped, out, n);
  cudaFree(light);
  cudaFree(level);
  cudaFree(clamped);
}
