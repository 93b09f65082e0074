// Each thread makes two pixels, one below the other, and asks for each whether it is there.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int first = 2 * (blockIdx.y * blockDim.y + threadIdx.y);
  int n = height * width;
  if (column >= width) return;
  for (int row = first; row < first + 2 && row < height; row++) {
    int i = row * width + column;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(32, 4);
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  gray<<<grid, block>>>(x, out, height, width);
}
