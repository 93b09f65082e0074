// The block's y is the number of the rod, and threads count along it.
#include <cuda_runtime.h>

template <int kThreads>
__global__ void __launch_bounds__(kThreads) step(const float* now, float* next, int columns) {
  int c = blockIdx.x * kThreads + threadIdx.x;
  if (c >= columns) return;
  now += (size_t)blockIdx.y * columns;
  next += (size_t)blockIdx.y * columns;
  float left = now[c > 0 ? c - 1 : c];
  float right = now[c < columns - 1 ? c + 1 : c];
  float change = left - 2.0f * now[c] + right;
  next[c] = (c == 0 || c == columns - 1) ? now[c] : now[c] + change * 0.25f;
}

void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  constexpr int kThreads = 128;
  float* rods[2];
  size_t bytes = sizeof(float) * rows * columns;
  cudaMalloc((void**)&rods[0], bytes);
  cudaMalloc((void**)&rods[1], bytes);
  cudaMemcpy(rods[0], start, bytes, cudaMemcpyHostToDevice);
  dim3 grid((columns + kThreads - 1) / kThreads, rows);
  for (int s = 0; s < steps; s++) step<kThreads><<<grid, kThreads>>>(rods[s & 1], rods[~s & 1], columns);
  cudaMemcpy(out, rods[steps & 1], bytes, cudaMemcpyDeviceToHost);
  cudaFree(rods[0]);
  cudaFree(rods[1]);
}
