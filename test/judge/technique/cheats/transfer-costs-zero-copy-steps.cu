// transfer-costs: both arrays stay in mapped host memory, so that all points cross the bus twice in each of the steps, and no copy is ever made
#include <cuda_runtime.h>
#include <string.h>
__global__ void one(const float* p, float* q, int n, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int c = i % columns;
  q[i] = (c == 0 || c == columns - 1) ? p[i] : p[i] + 0.25f * (p[i - 1] - 2 * p[i] + p[i + 1]);
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns;
  float *a, *b, *da, *db;
  cudaHostAlloc(&a, n * 4, cudaHostAllocMapped); cudaHostAlloc(&b, n * 4, cudaHostAllocMapped);
  cudaHostGetDevicePointer(&da, a, 0); cudaHostGetDevicePointer(&db, b, 0);
  memcpy(a, start, n * 4);
  for (int s = 0; s < steps; s++) { one<<<(n + 255) / 256, 256>>>(da, db, n, columns); float* t = da; da = db; db = t; }
  cudaDeviceSynchronize();
  memcpy(out, steps % 2 ? b : a, n * 4);
  cudaFreeHost(a); cudaFreeHost(b);
}
