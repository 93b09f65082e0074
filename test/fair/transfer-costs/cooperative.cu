// All steps in one cooperative launch, with a barrier of the whole grid between them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void all_steps(float* a, float* b, int rows, int columns, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; s++) {
    const float* now = s % 2 ? b : a;
    float* next = s % 2 ? a : b;
    for (unsigned long long i = grid.thread_rank(); i < (unsigned long long)rows * columns; i += grid.size()) {
      int c = i % columns;
      next[i] = c == 0 || c == columns - 1 ? now[i] : now[i] + 0.25f * (now[i - 1] - 2.0f * now[i] + now[i + 1]);
    }
    grid.sync();
  }
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  size_t bytes = size_t(rows) * columns * sizeof(float);
  float *a, *b;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMemcpy(a, start, bytes, cudaMemcpyHostToDevice);
  int blocks = (rows * columns + 127) / 128;
  if (blocks > 64) blocks = 64;
  void* arguments[] = {&a, &b, &rows, &columns, &steps};
  cudaLaunchCooperativeKernel((void*)all_steps, dim3(blocks), dim3(128), arguments, 0, 0);
  cudaMemcpy(out, steps % 2 ? b : a, bytes, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
}
