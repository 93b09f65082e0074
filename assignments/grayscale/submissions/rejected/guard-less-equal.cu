// "There are n pixels, so i may go up to n."
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i <= n)
    {
        float value = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
        out[i] = (unsigned char)value;
    }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)
{
    int n = height * width;
    int threads = 256;
    int blocks = (n + threads - 1) / threads;
    gray<<<blocks, threads>>>(x, out, n);
}
