// A pointer to each plane, made by the host; the weights as constants of the device.
#include <cuda_runtime.h>

__constant__ float weights[3] = {0.2989f, 0.5870f, 0.1140f};

__global__ void gray(const unsigned char* red, const unsigned char* green, const unsigned char* blue,
                     unsigned char* out, int rows, int columns) {
  unsigned int r = threadIdx.y + blockDim.y * blockIdx.y;
  unsigned int c = threadIdx.x + blockDim.x * blockIdx.x;
  if (r >= rows || c >= columns) return;
  unsigned int i = c + r * columns;
  out[i] = (unsigned char)(weights[0] * red[i] + weights[1] * green[i] + weights[2] * blue[i]);
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  size_t plane = (size_t)height * width;
  dim3 block(128, 2);
  dim3 grid(width / 128 + (width % 128 > 0), height / 2 + height % 2);
  gray<<<grid, block>>>(x, x + plane, x + 2 * plane, out, height, width);
}
