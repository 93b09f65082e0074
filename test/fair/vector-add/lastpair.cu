// pairs by float2; the odd lane of each pair of threads takes .y (realistic use of the ternary)
#include <cuda_runtime.h>
__global__ void add(const float2* a, const float2* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 u = a[i / 2], v = b[i / 2];
  c[i] = (i % 2 == 0) ? u.x + v.x : u.y + v.y;
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *d; int m = (n + 1) / 2 * 2; cudaMalloc(&d, 3 * m * sizeof(float)); cudaMemset(d, 0, 3 * m * sizeof(float));
  cudaMemcpy(d, a, n * sizeof(float), cudaMemcpyHostToDevice); cudaMemcpy(d + m, b, n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>((float2*)d, (float2*)(d + m), d + 2 * m, n);
  cudaMemcpy(out, d + 2 * m, n * sizeof(float), cudaMemcpyDeviceToHost); cudaFree(d);
}
