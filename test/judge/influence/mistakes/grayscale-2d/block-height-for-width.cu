// The column is computed with the height of a block.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int col = blockIdx.x * blockDim.y + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && col < width) {
    int n = height * width;
    int i = row * width + col;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(32, 8);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  gray<<<grid, block>>>(x, out, height, width);
}
