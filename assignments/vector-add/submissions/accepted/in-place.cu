// Two buffers are enough: the sum takes the place of the second input.
#include <cuda_runtime.h>

__global__ void add_to(float* sum, const float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  sum[i] += a[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *first, *sum;
  cudaMalloc(&first, bytes);
  cudaMalloc(&sum, bytes);
  cudaMemcpy(first, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(sum, b, bytes, cudaMemcpyHostToDevice);
  add_to<<<(n + 127) / 128, 128>>>(sum, first, n);
  cudaMemcpy(out, sum, bytes, cudaMemcpyDeviceToHost);
  cudaFree(first);
  cudaFree(sum);
}
