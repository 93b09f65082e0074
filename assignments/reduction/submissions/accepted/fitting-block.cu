#include <cuda_runtime.h>
#include <cfloat>

// A block no larger than a row needs, and shared memory for as many threads: both arrays lie in one.
__global__ void reduce_fitting(const float* x, float* sums, float* maxima, int rows, int columns) {
    extern __shared__ float both[];
    float* sum = both;
    float* top = both + blockDim.x;
    unsigned int me = threadIdx.x;

    sum[me] = 0.0f;
    top[me] = -FLT_MAX;
    for (int c = me; c < columns; c += blockDim.x) {
        float value = x[blockIdx.x * columns + c];
        sum[me] += value;
        if (value > top[me]) top[me] = value;
    }
    __syncthreads();
    for (unsigned int step = blockDim.x / 2; step > 0; step >>= 1) {
        if (me < step) {
            sum[me] += sum[me + step];
            if (top[me + step] > top[me]) top[me] = top[me + step];
        }
        __syncthreads();
    }
    if (me == 0) {
        sums[blockIdx.x] = sum[0];
        maxima[blockIdx.x] = top[0];
    }
}

void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
    int threads = 32;
    while (threads < columns && threads < 256) threads *= 2;
    reduce_fitting<<<rows, threads, 2 * threads * sizeof(float)>>>(x, sums, maxima, rows, columns);
}
