// "The multiprocessor can hold 2048 threads, so 2048 is the best block."
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (unsigned char)(0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n]);
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)
{
    const int threads = 2048;
    int n = height * width;
    int blocks = (n + threads - 1) / threads;
    gray<<<blocks, threads>>>(x, out, n);
}
