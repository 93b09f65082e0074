// The last of two blocks per row adds the parts.
#include <cuda_runtime.h>
#include <math.h>
#define SPLIT 4u
#define T 128
__device__ __forceinline__ float2 combine(float2 a, float2 b) { return make_float2(a.x + b.x, fmaxf(a.y, b.y)); }
__device__ float2 block_reduce(float2 v)
{
    __shared__ float ssum[T], smax[T];
    int t = threadIdx.x;
    ssum[t] = v.x; smax[t] = v.y;
    __syncthreads();
    for (int s = T / 2; s > 0; s >>= 1) {
        if (t < s) { float2 r = combine(make_float2(ssum[t], smax[t]), make_float2(ssum[t + s], smax[t + s])); ssum[t] = r.x; smax[t] = r.y; }
        __syncthreads();
    }
    return make_float2(ssum[0], smax[0]);
}
__global__ void kernel(const float *x, float *sums, float *maxima, int columns, volatile float2 *scratch, unsigned *count)
{
    __shared__ bool last;
    float2 v = make_float2(0.f, -INFINITY);
    const float *row = x + (size_t)blockIdx.y * columns;
    for (unsigned c = blockIdx.x * T + threadIdx.x; c < (unsigned)columns; c += SPLIT * T) v = combine(v, make_float2(row[c], row[c]));
    v = block_reduce(v);
    if (threadIdx.x == 0) {
        scratch[blockIdx.y * SPLIT + blockIdx.x].x = v.x;
        scratch[blockIdx.y * SPLIT + blockIdx.x].y = v.y;
        __threadfence();
        last = atomicInc(&count[blockIdx.y], SPLIT - 1) == SPLIT - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        float2 w = make_float2(0.f, -INFINITY);
        if (threadIdx.x < SPLIT) { w.x = scratch[blockIdx.y * SPLIT + threadIdx.x].x; w.y = scratch[blockIdx.y * SPLIT + threadIdx.x].y; }
        w = block_reduce(w);
        if (threadIdx.x == 0) { sums[blockIdx.y] = w.x; maxima[blockIdx.y] = w.y; }
    }
}
void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns)
{
    float2 *scratch; unsigned *count;
    cudaMalloc((void **)&scratch, rows * SPLIT * sizeof *scratch);
    cudaMalloc((void **)&count, rows * sizeof *count);
    cudaMemset(count, 0, rows * sizeof *count);
    kernel<<<dim3(SPLIT, rows), T>>>(x, sums, maxima, columns, scratch, count);
    cudaFree(scratch); cudaFree(count);
}
