// "n pixels in blocks of 256 are n / 256 blocks, and at least one."
#include <cuda_runtime.h>

__global__ void to_gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = (unsigned char)(0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n]);
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  int blocks = max(1, n / 256);
  to_gray<<<blocks, 256>>>(x, out, n);
}
