// A kernel for one rod, launched for every rod in every step.
#include <utility>
#include <cuda_runtime.h>

__global__ void step_of_a_rod(const float* now, float* next, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= columns) return;
  bool end = c == 0 || c == columns - 1;
  next[c] = end ? now[c] : now[c] + 0.25f * (now[c - 1] - 2.0f * now[c] + now[c + 1]);
}

void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  size_t bytes = (size_t)rows * columns * sizeof(float);
  float *now, *next;
  cudaMalloc(&now, bytes);
  cudaMalloc(&next, bytes);
  cudaMemcpy(now, start, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps; step++) {
    for (int row = 0; row < rows; row++) {
      step_of_a_rod<<<(columns + 127) / 128, 128>>>(now + row * columns, next + row * columns, columns);
    }
    std::swap(now, next);
  }
  cudaMemcpy(out, now, bytes, cudaMemcpyDeviceToHost);
  cudaFree(now);
  cudaFree(next);
}
