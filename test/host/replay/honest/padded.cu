// Host code pads the inputs with zeros to whole blocks.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstring>
#include <vector>

__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  int padded = (n + 255) / 256 * 256;
  std::vector<float> p_a(padded, 0.f), p_b(padded, 0.f), p_out(padded);
  std::copy(a, a + n, p_a.begin());
  std::copy(b, b + n, p_b.begin());
  float *d_a, *d_b, *d_out;
  cudaMalloc(&d_a, padded * sizeof(float));
  cudaMalloc(&d_b, padded * sizeof(float));
  cudaMalloc(&d_out, padded * sizeof(float));
  cudaMemcpy(d_a, p_a.data(), padded * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, p_b.data(), padded * sizeof(float), cudaMemcpyHostToDevice);
  add<<<padded / 256, 256>>>(d_a, d_b, d_out, padded);
  cudaMemcpy(p_out.data(), d_out, padded * sizeof(float), cudaMemcpyDeviceToHost);
  std::copy(p_out.begin(), p_out.begin() + n, out);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
