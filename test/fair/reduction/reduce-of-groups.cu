// Cooperative groups reduce warps, and then the results of the warps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <math_constants.h>
namespace cg = cooperative_groups;
constexpr int kThreads = 256;
__global__ void __launch_bounds__(kThreads) reduce_kernel(const float* __restrict__ x, float* sums, float* maxima, int columns) {
  __shared__ float partial_sum[kThreads / 32], partial_max[kThreads / 32];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  const float* row = x + static_cast<size_t>(blockIdx.x) * columns;
  float s = 0.f, m = -CUDART_INF_F;
  for (int c = block.thread_rank(); c < columns; c += block.num_threads()) { const float v = row[c]; s += v; m = fmaxf(m, v); }
  s = cg::reduce(warp, s, cg::plus<float>());
  m = cg::reduce(warp, m, cg::greater<float>());
  if (warp.thread_rank() == 0) { partial_sum[warp.meta_group_rank()] = s; partial_max[warp.meta_group_rank()] = m; }
  block.sync();
  if (warp.meta_group_rank() == 0) {
    const bool has = warp.thread_rank() < warp.meta_group_size();
    s = cg::reduce(warp, has ? partial_sum[warp.thread_rank()] : 0.f, cg::plus<float>());
    m = cg::reduce(warp, has ? partial_max[warp.thread_rank()] : -CUDART_INF_F, cg::greater<float>());
    cg::invoke_one(warp, [&] { sums[blockIdx.x] = s; maxima[blockIdx.x] = m; });
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce_kernel<<<rows, kThreads>>>(x, sums, maxima, columns);
}
