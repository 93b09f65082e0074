// A picture has two dimensions, so blocks and grid have two as well.
#include <cuda_runtime.h>

#define BLOCK_W 32
#define BLOCK_H 8

__global__ void to_gray_2d(const unsigned char* x, unsigned char* out, int height, int width) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;

  if (col < width && row < height) {
    const int plane = height * width;
    const int idx = row * width + col;
    const float gray = 0.2989f * x[idx] + 0.5870f * x[idx + plane] + 0.1140f * x[idx + 2 * plane];
    out[idx] = static_cast<unsigned char>(gray + 0.5f);
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(BLOCK_W, BLOCK_H);
  dim3 grid((width + BLOCK_W - 1) / BLOCK_W, (height + BLOCK_H - 1) / BLOCK_H);
  to_gray_2d<<<grid, block>>>(x, out, height, width);
}
