// The speed baseline: one block of 256 threads walks over all elements, so that one multiprocessor does all the work.
#include <cuda_runtime.h>

__global__ void add_in_one_block(const float* a, const float* b, float* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = a[i] + b[i];
}

extern "C" void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = (size_t)n * sizeof(float);
  float *deviceA, *deviceB, *deviceOut;
  cudaMalloc(&deviceA, bytes);
  cudaMalloc(&deviceB, bytes);
  cudaMalloc(&deviceOut, bytes);
  cudaMemcpy(deviceA, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceB, b, bytes, cudaMemcpyHostToDevice);
  add_in_one_block<<<1, 256>>>(deviceA, deviceB, deviceOut, n);
  cudaMemcpy(out, deviceOut, bytes, cudaMemcpyDeviceToHost);
  cudaFree(deviceA);
  cudaFree(deviceB);
  cudaFree(deviceOut);
}
