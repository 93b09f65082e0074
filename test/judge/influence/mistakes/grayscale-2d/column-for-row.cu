// The row is computed with the column of the thread.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.x;
  if (row < height && col < width) {
    int n = height * width;
    int i = row * width + col;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  gray<<<grid, block>>>(x, out, height, width);
}
