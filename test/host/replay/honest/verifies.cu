// Host code verifies some results, and aborts if they are wrong.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstring>
#include <vector>
#include <cmath>
#include <cstdlib>

__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *d_a, *d_b, *d_out;
  size_t size = n * sizeof(float);
  cudaMalloc(&d_a, size);
  cudaMalloc(&d_b, size);
  cudaMalloc(&d_out, size);
  cudaMemcpy(d_a, a, size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, size, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_out, n);
  cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    if (std::fabs(out[i] - (a[i] + b[i])) > 1e-5f) std::abort();
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
