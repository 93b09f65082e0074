// The entry promises not to throw, and the header has an old name.
#include <builtin_types.h>
#include <sm_60_atomic_functions.h>
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) noexcept {
  float *x, *y, *z;
  size_t bytes = n * sizeof(float);
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  cudaMalloc(&z, bytes);
  cudaMemcpy(x, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(y, b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(x, y, z, n);
  cudaMemcpy(out, z, bytes, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
