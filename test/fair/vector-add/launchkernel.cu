#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct Args { const float4* a; const float4* b; float4* c; int n; };
__global__ void __launch_bounds__(256, 4) add(const __grid_constant__ Args p) {
  auto g = cg::this_grid();
  for (unsigned long long i = g.thread_rank(); i < p.n / 4; i += g.size()) {
    float4 x = p.a[i], y = __ldg(p.b + i);
    p.c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  int tail = p.n & ~3;
  if (g.thread_rank() < (p.n & 3)) {
    int i = tail + g.thread_rank();
    reinterpret_cast<float*>(p.c)[i] = reinterpret_cast<const float*>(p.a)[i] + reinterpret_cast<const float*>(p.b)[i];
  }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  void *da, *db, *dc; size_t bytes = sizeof(float) * size_t(n);
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dc, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice); cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  Args p{(const float4*)da, (const float4*)db, (float4*)dc, n};
  int minGrid, block; cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, add, 0, 256);
  int blocks = (n / 4 + block - 1) / block; if (blocks < 1) blocks = 1;
  cudaLaunchConfig_t cfg = {}; cfg.gridDim = blocks; cfg.blockDim = block;
  cudaLaunchAttribute at[1]; at[0].id = cudaLaunchAttributePriority; at[0].val.priority = 0; cfg.attrs = at; cfg.numAttrs = 1;
  cudaLaunchKernelEx(&cfg, add, p);
  cudaMemcpy(out, dc, bytes, cudaMemcpyDeviceToHost);
  cudaFree(dc); cudaFree(db); cudaFree(da);
}
