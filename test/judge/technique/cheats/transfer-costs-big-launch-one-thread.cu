// transfer-costs: all steps but the last are made by thread 0 of a launch of 2,048 threads; only the last step is parallel
#include <cuda_runtime.h>
__device__ float pt(const float* s, int i, int columns) {
  int c = i % columns;
  return (c == 0 || c == columns - 1) ? s[i] : s[i] + 0.25f * (s[i - 1] - 2 * s[i] + s[i + 1]);
}
__global__ void lone(float* p, float* q, int n, int columns, int steps) {
  if (blockIdx.x || threadIdx.x) return;
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < n; i++) q[i] = pt(p, i, columns);
    float* t = p; p = q; q = t;
  }
}
__global__ void one(const float* p, float* q, int n, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) q[i] = pt(p, i, columns);
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns;
  float *a, *b;
  cudaMalloc(&a, n * 4); cudaMalloc(&b, n * 4);
  cudaMemcpy(a, start, n * 4, cudaMemcpyHostToDevice);
  if (steps > 1) lone<<<8, 256>>>(a, b, n, columns, steps - 1);
  if ((steps - 1) % 2) { float* t = a; a = b; b = t; }
  one<<<(n + 255) / 256, 256>>>(a, b, n, columns);
  cudaMemcpy(out, b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(a); cudaFree(b);
}
