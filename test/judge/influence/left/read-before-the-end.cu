#include <cuda_runtime.h>

__global__ void add_kernel(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float* d; const size_t bytes = n * sizeof(float);
  cudaMallocManaged(&d, 3 * bytes);
  for (int i = 0; i < n; i++) { d[i] = a[i]; d[n + i] = b[i]; }
  add_kernel<<<(n + 255) / 256, 256>>>(d, d + n, d + 2 * n, n);
  for (int i = 0; i < n; i++) out[i] = d[2 * n + i];
  cudaFree(d);
}
