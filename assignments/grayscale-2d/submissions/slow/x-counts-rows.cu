// Right, and slow: threads that run side by side read bytes that lie a whole row apart.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int n = height * width;
    int i = row * width + column;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(32, 8);
  dim3 grid((height + 31) / 32, (width + 7) / 8);
  gray<<<grid, block>>>(x, out, height, width);
}
