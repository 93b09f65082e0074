// Even steps run in one stream and odd steps in another, and neither stream waits.
#include <cuda_runtime.h>
__global__ void one(const float* p, float* q, int n, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i % columns;
  q[i] = (c == 0 || c == columns - 1) ? p[i] : p[i] + 0.25f * (p[i - 1] - 2 * p[i] + p[i + 1]);
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns;
  float *a, *b; cudaStream_t s[2];
  for (int i = 0; i < 2; i++) cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking);
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, start, n * 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < steps; i++) { one<<<(n + 255) / 256, 256, 0, s[i % 2]>>>(a, b, n, columns); float* t = a; a = b; b = t; }
  cudaDeviceSynchronize();
  cudaMemcpy(out, a, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
}
