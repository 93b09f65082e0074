// cooperative_groups::reduce over tiles of 32 threads.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cfloat>
namespace cg = cooperative_groups;
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  __shared__ float s[8], t[8];
  float sum = 0, top = -FLT_MAX;
  for (int c = block.thread_rank(); c < columns; c += block.size()) {
    float v = x[blockIdx.x * columns + c];
    sum += v;
    top = fmaxf(top, v);
  }
  sum = cg::reduce(tile, sum, cg::plus<float>());
  top = cg::reduce(tile, top, cg::greater<float>());
  if (tile.thread_rank() == 0) {
    s[tile.meta_group_rank()] = sum;
    t[tile.meta_group_rank()] = top;
  }
  block.sync();
  if (tile.meta_group_rank() == 0) {
    bool has = tile.thread_rank() < tile.meta_group_size();
    sum = cg::reduce(tile, has ? s[tile.thread_rank()] : 0.0f, cg::plus<float>());
    top = cg::reduce(tile, has ? t[tile.thread_rank()] : -FLT_MAX, cg::greater<float>());
    if (tile.thread_rank() == 0) {
      sums[blockIdx.x] = sum;
      maxima[blockIdx.x] = top;
    }
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<<<rows, 256>>>(x, sums, maxima, columns);
}
