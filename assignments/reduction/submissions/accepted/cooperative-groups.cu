#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// The same with the names of cooperative groups: the block, and tiles of 32 of its threads.
__global__ void reduce_groups(const float* x, float* sums, float* maxima, int columns) {
    __shared__ float sum[8], top[8];
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);

    float s = 0.0f, t = -INFINITY;
    for (int c = block.thread_rank(); c < columns; c += block.size()) {
        float value = x[blockIdx.x * columns + c];
        s += value;
        t = fmaxf(t, value);
    }
    s = cg::reduce(warp, s, cg::plus<float>());
    t = cg::reduce(warp, t, cg::greater<float>());
    if (warp.thread_rank() == 0) {
        sum[warp.meta_group_rank()] = s;
        top[warp.meta_group_rank()] = t;
    }
    block.sync();
    if (block.thread_rank() == 0) {
        for (int i = 1; i < warp.meta_group_size(); i++) {
            s += sum[i];
            t = fmaxf(t, top[i]);
        }
        sums[blockIdx.x] = s;
        maxima[blockIdx.x] = t;
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_groups<<<rows, 256>>>(x, sums, maxima, columns);
}
