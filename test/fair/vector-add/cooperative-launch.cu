// The whole grid waits for itself before the second half of the sum.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void add(const float* a, const float* b, float* out, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) out[i] = a[i];
  grid.sync();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) out[i] += b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  void* args[] = {&da, &db, &dout, &n};
  cudaLaunchCooperativeKernel((void*)add, dim3(16), dim3(128), args, 0, 0);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
