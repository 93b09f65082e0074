// Warps add to shared memory by atomicAdd, and the maximum is an atomicCAS loop.
#include <cuda_runtime.h>
#include <float.h>
__device__ float atomicMaxFloat(float *addr, float value)
{
    int *p = (int *)addr;
    int old = atomicAdd(p, 0), assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value) break;
        old = atomicCAS(p, assumed, __float_as_int(value));
    } while (assumed != old);
    return __int_as_float(old);
}
__global__ void rows_kernel(const float *x, float *sums, float *maxima, int columns)
{
    __shared__ float total, top;
    if (threadIdx.x == 0) { total = 0.0f; top = -FLT_MAX; }
    __syncthreads();
    float s = 0.0f, m = -FLT_MAX;
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        float v = x[blockIdx.x * columns + c];
        s += v; m = fmaxf(m, v);
    }
    for (int d = warpSize / 2; d; d >>= 1) {
        s += __shfl_xor_sync(0xffffffff, s, d);
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    }
    if ((threadIdx.x & 31) == 0) { atomicAdd(&total, s); atomicMaxFloat(&top, m); }
    __syncthreads();
    if (threadIdx.x == 0) { sums[blockIdx.x] = total; maxima[blockIdx.x] = top; }
}
void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns)
{
    rows_kernel<<<rows, 128>>>(x, sums, maxima, columns);
}
