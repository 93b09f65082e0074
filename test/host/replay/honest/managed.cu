// Managed memory.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstring>
#include <vector>

__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *m_a, *m_b, *m_out;
  size_t size = n * sizeof(float);
  cudaMallocManaged(&m_a, size);
  cudaMallocManaged(&m_b, size);
  cudaMallocManaged(&m_out, size);
  memcpy(m_a, a, size);
  memcpy(m_b, b, size);
  add<<<(n + 255) / 256, 256>>>(m_a, m_b, m_out, n);
  cudaDeviceSynchronize();
  memcpy(out, m_out, size);
  cudaFree(m_a);
  cudaFree(m_b);
  cudaFree(m_out);
}
