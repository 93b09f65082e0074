// Managed memory, read as soon as the kernel is launched.
#include <cstring>
#include <cuda_runtime.h>

__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *x, *y, *sum;
  cudaMallocManaged(&x, bytes);
  cudaMallocManaged(&y, bytes);
  cudaMallocManaged(&sum, bytes);
  memcpy(x, a, bytes);
  memcpy(y, b, bytes);
  add<<<(n + 255) / 256, 256>>>(x, y, sum, n);
  memcpy(out, sum, bytes);
  cudaFree(x);
  cudaFree(y);
  cudaFree(sum);
}
