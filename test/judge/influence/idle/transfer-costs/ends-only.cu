// All threads copy the ends of rods, which never change.
#include <cuda_runtime.h>
__global__ void ends(const float* start, float* out, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  int row = i / columns;
  int end = row * columns + (i % 2 == 0 ? 0 : columns - 1);
  out[end] = start[end];
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  size_t bytes = (size_t)rows * columns * sizeof(float);
  float *from, *to;
  cudaMalloc(&from, bytes);
  cudaMalloc(&to, bytes);
  cudaMemcpy(from, start, bytes, cudaMemcpyHostToDevice);
  ends<<<(rows * columns + 255) / 256, 256>>>(from, to, rows, columns);
  cudaMemcpy(out, to, bytes, cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
}
