// The formula lives in a function of its own; the kernel only finds its pixel. 1024 threads a block.
#include <cuda_runtime.h>
#include <stdint.h>

__device__ __forceinline__ uint8_t luminance(uint8_t r, uint8_t g, uint8_t b)
{
    return (uint8_t)(0.2989f * r + 0.5870f * g + 0.1140f * b);
}

__global__ void grayscaleKernel(const uint8_t *x, uint8_t *out, int numPixels)
{
    int tid = threadIdx.x + blockDim.x * blockIdx.x;
    if (tid >= numPixels)
        return;

    uint8_t red   = x[tid];
    uint8_t green = x[tid + numPixels];
    uint8_t blue  = x[tid + numPixels * 2];
    out[tid] = luminance(red, green, blue);
}

void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width)
{
    int numPixels = height * width;
    int threadsPerBlock = 1024;
    int numBlocks = (numPixels - 1) / threadsPerBlock + 1;
    grayscaleKernel<<<numBlocks, threadsPerBlock>>>(x, out, numPixels);
}
