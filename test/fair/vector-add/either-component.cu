// One of two components, by an index that only the running program knows.
#include <cuda_runtime.h>

__global__ void add(const float2* a, const float4* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 p = a[i / 2];
  const float4 q = b[i / 4];
  const float2 half = i % 4 < 2 ? make_float2(q.x, q.y) : make_float2(q.z, q.w);
  float left;
  if (i % 2 == 0) left = p.x;
  else left = p.y;
  out[i] = left + (i % 2 ? half.y : half.x);
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float2* d_a;
  float4* d_b;
  float* d_out;
  const size_t bytes = n * sizeof(float), room = (n + 3) / 4 * sizeof(float4);
  cudaMalloc(&d_a, room);
  cudaMalloc(&d_b, room);
  cudaMalloc(&d_out, bytes);
  cudaMemset(d_a, 0, room);
  cudaMemset(d_b, 0, room);
  cudaMemcpy(d_a, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 127) / 128, 128>>>(d_a, d_b, d_out, n);
  cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
