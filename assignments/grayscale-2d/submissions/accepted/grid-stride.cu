// A grid of a fixed size, which walks over the picture both ways.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  size_t plane = (size_t)height * width;
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < height; row += blockDim.y * gridDim.y) {
    for (int column = blockIdx.x * blockDim.x + threadIdx.x; column < width; column += blockDim.x * gridDim.x) {
      size_t i = (size_t)row * width + column;
      out[i] = (unsigned char)(0.2989f * x[i] + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane]);
    }
  }
}

extern "C" void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  gray<<<dim3(64, 128), dim3(32, 8)>>>(x, out, height, width);
}
