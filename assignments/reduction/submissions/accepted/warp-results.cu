#include <cuda_runtime.h>

#define FULL 0xffffffffu

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(FULL, v, d);
    return v;
}

__device__ float warp_max(float v) {
    for (int d = 16; d > 0; d /= 2) v = fmaxf(v, __shfl_xor_sync(FULL, v, d));
    return v;
}

// Each warp reduces its own numbers; one number a warp goes through shared memory, and the first warp reduces these.
__global__ void reduce_warps(const float* __restrict__ x, float* __restrict__ sums, float* __restrict__ maxima,
                             int columns) {
    __shared__ float warp_sums[32];
    __shared__ float warp_tops[32];
    const float* line = x + (size_t)blockIdx.x * columns;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;

    float s = 0, t = -INFINITY;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        s += line[c];
        t = fmaxf(t, line[c]);
    }
    s = warp_sum(s);
    t = warp_max(t);
    if (lane == 0) {
        warp_sums[warp] = s;
        warp_tops[warp] = t;
    }
    __syncthreads();
    if (warp > 0) return;
    s = warp_sum(lane < warps ? warp_sums[lane] : 0);
    t = warp_max(lane < warps ? warp_tops[lane] : -INFINITY);
    if (lane == 0) {
        sums[blockIdx.x] = s;
        maxima[blockIdx.x] = t;
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_warps<<<rows, 128>>>(x, sums, maxima, columns);
}
