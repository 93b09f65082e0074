// Host code converts to double and back.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstring>
#include <vector>

__global__ void add(const double* a, const double* b, double* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  std::vector<double> h_a(a, a + n), h_b(b, b + n), h_out(n);
  double *d_a, *d_b, *d_out;
  size_t size = n * sizeof(double);
  cudaMalloc(&d_a, size);
  cudaMalloc(&d_b, size);
  cudaMalloc(&d_out, size);
  cudaMemcpy(d_a, h_a.data(), size, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, h_b.data(), size, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_out, n);
  cudaMemcpy(h_out.data(), d_out, size, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) out[i] = static_cast<float>(h_out[i]);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
