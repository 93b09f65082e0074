#include <cuda_runtime.h>

// No barriers in the last warp: __syncwarp() is enough for 32 threads. Each step reads, waits, writes, and waits.
#define THREADS 128

__global__ void reduce_unrolled(const float* x, float* sums, float* maxima, int rows, int columns) {
    __shared__ float sum[THREADS];
    __shared__ float top[THREADS];
    int me = threadIdx.x;
    int first = blockIdx.x * columns;

    float s = 0.0f, t = -INFINITY;
    for (int c = me; c < columns; c += THREADS) {
        s += x[first + c];
        t = fmaxf(t, x[first + c]);
    }
    sum[me] = s;
    top[me] = t;
    __syncthreads();
    if (me < 64) {
        sum[me] = s += sum[me + 64];
        top[me] = t = fmaxf(t, top[me + 64]);
    }
    __syncthreads();
    if (me < 32) {
        sum[me] = s += sum[me + 32];
        top[me] = t = fmaxf(t, top[me + 32]);
        __syncwarp();
#pragma unroll
        for (int d = 16; d > 0; d /= 2) {
            s += sum[(me + d) % 32];
            t = fmaxf(t, top[(me + d) % 32]);
            __syncwarp();
            sum[me] = s;
            top[me] = t;
            __syncwarp();
        }
    }
    if (me == 0) {
        sums[blockIdx.x] = s;
        maxima[blockIdx.x] = t;
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_unrolled<<<rows, THREADS>>>(x, sums, maxima, rows, columns);
}
