// Blocks as wide as a warp and eight rows high; threads without a pixel return at once.
#include <cuda_runtime.h>

#define BLOCK_W 32
#define BLOCK_H 8

__global__ void to_gray(const unsigned char *x, unsigned char *out, int height, int width)
{
    const int col = threadIdx.x + blockIdx.x * BLOCK_W;
    const int row = threadIdx.y + blockIdx.y * BLOCK_H;
    if (col >= width || row >= height)
        return;

    const int plane = height * width;
    const unsigned char *pixel = x + row * width + col;
    const float level = 0.2989f * pixel[0] + 0.5870f * pixel[plane] + 0.1140f * pixel[2 * plane];
    out[row * width + col] = static_cast<unsigned char>(level + 0.5f);
}

extern "C" void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width)
{
    const dim3 block(BLOCK_W, BLOCK_H);
    const dim3 grid((width + BLOCK_W - 1) / BLOCK_W, (height + BLOCK_H - 1) / BLOCK_H);
    to_gray<<<grid, block>>>(x, out, height, width);
}
