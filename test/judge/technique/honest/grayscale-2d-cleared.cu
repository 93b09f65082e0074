// grayscale-2d: a flat kernel clears the output first.
#include <cuda_runtime.h>
__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  int n = height * width, i = row * width + column;
  if (row < height && column < width) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
__global__ void clear(unsigned char* out, int n) {
  for (int i = 0; i < n; i++) out[i] = 0;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  clear<<<1, 1>>>(out, n);
  gray<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(x, out, height, width);
}
