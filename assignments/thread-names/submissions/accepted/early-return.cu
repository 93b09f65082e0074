// Threads without a place return at once; the number of blocks is counted with a remainder.
#include <cuda_runtime.h>

__global__ void write_names(int *block_number, int *thread_number, int *index, int n)
{
    const int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n)
        return;

    index[i] = i;
    thread_number[i] = threadIdx.x;
    block_number[i] = blockIdx.x;
}

extern "C" void thread_names(int *block_number, int *thread_number, int *index, int n, int threads_per_block)
{
    int blocks = n / threads_per_block;
    if (n % threads_per_block != 0)
        blocks++;
    write_names<<<dim3(blocks), dim3(threads_per_block)>>>(block_number, thread_number, index, n);
}
