// One cooperative launch does all steps, and loads what it has stored with __ldg.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void steps_of(float* p, float* q, int n, int columns, int steps) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x, column = i % columns;
  for (int step = 0; step < steps; step++) {
    if (i < n) {
      bool edge = column == 0 || column == columns - 1;
      q[i] = edge ? __ldg(p + i) : fmaf(0.25f, __ldg(p + i - 1) + __ldg(p + i + 1), 0.5f * __ldg(p + i));
    }
    grid.sync();
    float* next = q;
    q = p;
    p = next;
  }
}

void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int n = rows * columns;
  size_t bytes = n * sizeof(float);
  float *p, *q;
  cudaMalloc(&p, bytes);
  cudaMalloc(&q, bytes);
  cudaMemcpy(p, start, bytes, cudaMemcpyHostToDevice);
  void* arguments[] = {&p, &q, &n, &columns, &steps};
  cudaLaunchCooperativeKernel((void*)steps_of, dim3((n + 255) / 256), dim3(256), arguments, 0, 0);
  cudaMemcpy(out, steps % 2 ? q : p, bytes, cudaMemcpyDeviceToHost);
  cudaFree(p);
  cudaFree(q);
}
