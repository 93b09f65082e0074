// "The helper needs somewhere to put its result, so I made a global variable, as in C."
#include <cuda_runtime.h>

__device__ float level;

__device__ void compute_level(float r, float g, float b) {
  level = 0.2989f * r + 0.5870f * g + 0.1140f * b;
}

__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  compute_level(x[i], x[i + n], x[i + 2 * n]);
  out[i] = (unsigned char)level;
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
