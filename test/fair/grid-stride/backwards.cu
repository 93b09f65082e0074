#include <cuda_runtime.h>
__global__ void saxpy(float a, const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ out, int n)
{
    unsigned const me = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    // from the last element down; unsigned wraps on purpose
    for (unsigned i = n - 1 - me; i < (unsigned)n; i -= all)
        out[i] = a * x[i] + y[i];
}
