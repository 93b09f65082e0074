// A short holds the number of pixels.
#include <cuda_runtime.h>

__constant__ float W[3] = {0.2989f, 0.5870f, 0.1140f};

__global__ void gray(const unsigned char* x, unsigned char* out, int h, int w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  short n = h * w;
  if (i < n) {
    float r = x[i];
    float g = x[n + i];
    float b = x[2 * n + i];
    out[i] = W[0] * r + W[1] * g + W[2] * b;
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  gray<<<(n + 255) / 256, 256>>>(x, out, height, width);
}
