// The counter of the last block is an element of an array that an argument selects.
#include <cuda_runtime.h>
#include <math.h>
__device__ unsigned int retirementCount[8];
#define THREADS 128
template <class T> __device__ void reduceBlock(volatile T *s, volatile T *m, T a, T b, unsigned tid)
{
    s[tid] = a; m[tid] = b;
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid < d) { s[tid] = s[tid] + s[tid + d]; m[tid] = fmaxf(m[tid], m[tid + d]); }
        __syncthreads();
    }
}
__global__ void reduceSinglePass(const float *g_idata, float *g_sum, float *g_max, float *sum, float *top, unsigned n, int slot)
{
    __shared__ float s[THREADS], m[THREADS];
    unsigned tid = threadIdx.x;
    float a = 0, b = -INFINITY;
    for (unsigned i = blockIdx.x * THREADS + tid; i < n; i += gridDim.x * THREADS) { a += g_idata[i]; b = fmaxf(b, g_idata[i]); }
    reduceBlock<float>(s, m, a, b, tid);
    if (tid == 0) { g_sum[blockIdx.x] = s[0]; g_max[blockIdx.x] = m[0]; }
    if (gridDim.x > 1) {
        __shared__ bool amLast;
        // wait until all outstanding memory instructions in this thread are finished
        __threadfence();
        // Thread 0 takes a ticket
        if (tid == 0) {
            unsigned int ticket = atomicInc(&retirementCount[slot], gridDim.x);
            // If the ticket ID is equal to the number of blocks, we are the last block!
            amLast = (ticket == gridDim.x - 1);
        }
        __syncthreads();
        // The last block sums the results of all other blocks
        if (amLast) {
            __threadfence();
            unsigned i = tid;
            float mySum = 0, myMax = -INFINITY;
            while (i < gridDim.x) { mySum += g_sum[i]; myMax = fmaxf(myMax, g_max[i]); i += blockDim.x; }
            reduceBlock<float>(s, m, mySum, myMax, tid);
            if (tid == 0) {
                *sum = s[0]; *top = m[0];
                // reset retirement count so that next run succeeds
                retirementCount[slot] = 0;
            }
        }
    } else if (tid == 0) { *sum = s[0]; *top = m[0]; }
}
void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns)
{
    int blocks = (columns + 4 * THREADS - 1) / (4 * THREADS);
    float *scratch;
    cudaMalloc((void **)&scratch, 2 * blocks * sizeof(float));
    for (int r = 0; r < rows; r++)
        reduceSinglePass<<<blocks, THREADS>>>(x + r * columns, scratch, scratch + blocks, sums + r, maxima + r, columns, r % 8);
    cudaFree(scratch);
}
