// thread k reads the weight w[k] of a __device__ array of 2 floats, and so the third from the variable that happens to follow it
#include <cuda_runtime.h>
__device__ float w[2] = {0.2989f, 0.5870f};
__device__ float third[1] = {0.1140f};
__global__ void k(const unsigned char* x, unsigned char* out, int n, int planes) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  float s = third[0] * 0;
  for (int p = 0; p < planes; p++) s += w[p] * x[i + p * n];
  out[i] = s;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  k<<<(n + 255) / 256, 256>>>(x, out, n, 3);
}
