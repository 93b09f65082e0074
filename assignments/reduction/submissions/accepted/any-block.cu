#include <cuda_runtime.h>

// Blocks of 96 threads, no power of two: of an odd number, the one in the middle waits for the next turn.
#define THREADS 96

__global__ void reduce_any(const float* x, float* sums, float* maxima, int rows, int columns) {
    __shared__ float sum[THREADS];
    __shared__ float top[THREADS];
    int me = threadIdx.x;
    float s = 0.0f;
    float t = -INFINITY;
    for (int c = me; c < columns; c += THREADS) {
        float value = x[blockIdx.x * columns + c];
        s += value;
        t = value > t ? value : t;
    }
    sum[me] = s;
    top[me] = t;
    __syncthreads();
    for (int left = THREADS; left > 1; left = (left + 1) / 2) {
        int half = (left + 1) / 2;
        if (me + half < left) {
            sum[me] += sum[me + half];
            top[me] = fmaxf(top[me], top[me + half]);
        }
        __syncthreads();
    }
    if (me == 0) {
        sums[blockIdx.x] = sum[0];
        maxima[blockIdx.x] = top[0];
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_any<<<rows, THREADS>>>(x, sums, maxima, rows, columns);
}
