// The arithmetic in a function of its own, the guard around everything.
#include <cuda_runtime.h>

__device__ unsigned char level(unsigned char r, unsigned char g, unsigned char b) {
  return 0.2989f * r + 0.5870f * g + 0.1140f * b;
}

__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  bool inside = row < height && column < width;
  if (inside) {
    int i = row * width + column;
    out[i] = level(x[i], x[i + height * width], x[i + 2 * height * width]);
  }
}

int blocks_for(int pixels, int threads) { return (pixels + threads - 1) / threads; }

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  gray<<<dim3(blocks_for(width, 32), blocks_for(height, 32)), dim3(32, 32)>>>(x, out, height, width);
}
