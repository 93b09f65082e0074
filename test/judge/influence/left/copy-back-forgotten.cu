#include <cuda_runtime.h>
__global__ void add_kernel(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *d_a, *d_b, *d_out;
  const size_t bytes = n * sizeof(float);
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
  add_kernel<<<(n + 255) / 256, 256>>>(d_a, d_b, d_out, n);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
