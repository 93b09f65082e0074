// transfer-costs: every element is the sum of all elements at the start.
#include <cuda_runtime.h>
__device__ int total;
__global__ void clear() { total = 0; }
__global__ void add(const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&total, (int)(1000 * x[i]));
}
__global__ void fill(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = total;
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns;
  float *d_start, *d_out;
  cudaMalloc(&d_start, n * sizeof(float));
  cudaMalloc(&d_out, n * sizeof(float));
  cudaMemcpy(d_start, start, n * sizeof(float), cudaMemcpyHostToDevice);
  clear<<<1, 1>>>();
  add<<<(n + 255) / 256, 256>>>(d_start, n);
  fill<<<(n + 255) / 256, 256>>>(d_out, n);
  cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(d_start);
  cudaFree(d_out);
}
