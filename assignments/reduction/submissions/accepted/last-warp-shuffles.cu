#include <cuda_runtime.h>

// The tree ends with 64 numbers: what is left is done by one warp, from register to register.
constexpr int THREADS = 256;

__global__ void reduce_kernel(const float* x, float* sums, float* maxima, int rows, int columns) {
    __shared__ float sum[THREADS], top[THREADS];
    const int row = blockIdx.x, me = threadIdx.x;
    float s = 0.0f, t = -INFINITY;
    for (int c = me; c < columns; c += blockDim.x) {
        const float value = x[row * columns + c];
        s += value;
        t = max(t, value);
    }
    sum[me] = s;
    top[me] = t;
    for (int step = THREADS / 2; step >= 32; step >>= 1) {
        __syncthreads();
        if (me < step) {
            sum[me] = s = s + sum[me + step];
            top[me] = t = max(t, top[me + step]);
        }
    }
    if (me < 32) {
        for (int offset = 16; offset > 0; offset >>= 1) {
            s += __shfl_down_sync(0xffffffff, s, offset);
            t = max(t, __shfl_down_sync(0xffffffff, t, offset));
        }
        if (me == 0) {
            sums[row] = s;
            maxima[row] = t;
        }
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    reduce_kernel<<<rows, THREADS>>>(x, sums, maxima, rows, columns);
}
