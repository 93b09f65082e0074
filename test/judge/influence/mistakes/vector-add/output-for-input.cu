// An input and the output are exchanged at the launch.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define cudaCheck(e) do { cudaError_t r = (e); if (r != cudaSuccess) { fprintf(stderr, "CUDA: %s at line %d\n", cudaGetErrorString(r), __LINE__); exit(1); } } while (0)

__global__ void addKernel(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    c[i] = a[i] + b[i];
  }
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *d_a, *d_b, *d_c;
  size_t size = n * sizeof(float);
  cudaCheck(cudaMalloc(&d_a, size));
  cudaCheck(cudaMalloc(&d_b, size));
  cudaCheck(cudaMalloc(&d_c, size));
  cudaCheck(cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice));
  cudaCheck(cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice));
  int threads = 256;
  int blocks = (n + threads - 1) / threads;
  addKernel<<<blocks, threads>>>(d_a, d_c, d_b, n);
  cudaCheck(cudaGetLastError());
  cudaCheck(cudaMemcpy(out, d_c, size, cudaMemcpyDeviceToHost));
  cudaCheck(cudaFree(d_a));
  cudaCheck(cudaFree(d_b));
  cudaCheck(cudaFree(d_c));
}
