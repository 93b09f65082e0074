// A thousand elements at a time.
#include <cuda_runtime.h>

__global__ void add_kernel(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *d_a, *d_b, *d_out;
  size_t size = n * sizeof(float);
  cudaMalloc(&d_a, size);
  cudaMalloc(&d_b, size);
  cudaMalloc(&d_out, size);
  for (int i = 0; i < n; i += 1000) {
    int count = n - i < 1000 ? n - i : 1000;
    cudaMemcpy(d_a + i, a + i, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b + i, b + i, count * sizeof(float), cudaMemcpyHostToDevice);
  }
  int threads = 256;
  int blocks = (n + threads - 1) / threads;
  add_kernel<<<blocks, threads>>>(d_a, d_b, d_out, n);
  cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
