// Each step is a launch, and loads what the launch before it has stored with __ldg.
#include <utility>
__global__ void step_of(const float* p, float* q, int n, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int column = i % columns;
  bool edge = column == 0 || column == columns - 1;
  q[i] = edge ? __ldg(p + i) : fmaf(0.25f, __ldg(p + i - 1) + __ldg(p + i + 1), 0.5f * __ldg(p + i));
}

void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns;
  size_t bytes = n * sizeof(float);
  float* memory;
  cudaMalloc(&memory, 2 * bytes);
  float *p = memory, *q = memory + n;
  cudaMemcpy(p, start, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps; step++) {
    step_of<<<(n + 255) / 256, 256>>>(p, q, n, columns);
    std::swap(p, q);
  }
  cudaMemcpy(out, p, bytes, cudaMemcpyDeviceToHost);
  cudaFree(memory);
}
