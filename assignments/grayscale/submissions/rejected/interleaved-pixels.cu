// "A pixel is three bytes, so pixel i begins at 3 * i." The planes were read over in the handout.
#include <cuda_runtime.h>

__global__ void gray_kernel(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned char r = x[3 * i];
    unsigned char g = x[3 * i + 1];
    unsigned char b = x[3 * i + 2];
    out[i] = (unsigned char)(0.2989f * r + 0.5870f * g + 0.1140f * b);
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  gray_kernel<<<(n + 255) / 256, 256>>>(x, out, n);
}
