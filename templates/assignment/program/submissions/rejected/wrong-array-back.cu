// "The result is in the second array."
#include <cuda_runtime.h>

__global__ void smooth_kernel(const float* from, float* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i > 0 ? from[i - 1] : from[i];
  float right = i < n - 1 ? from[i + 1] : from[i];
  to[i] = (left + from[i] + right) / 3;
}

void smooth_twice(const float* x, float* out, int n) {
  size_t bytes = n * sizeof(float);
  int blocks = (n + 255) / 256;
  float *first, *second;
  cudaMalloc(&first, bytes);
  cudaMalloc(&second, bytes);
  cudaMemcpy(first, x, bytes, cudaMemcpyHostToDevice);
  smooth_kernel<<<blocks, 256>>>(first, second, n);
  smooth_kernel<<<blocks, 256>>>(second, first, n);
  cudaMemcpy(out, second, bytes, cudaMemcpyDeviceToHost);
  cudaFree(first);
  cudaFree(second);
}
