// Right, and slow: each thread takes 512 pixels that lie side by side, so that the threads of a warp read bytes that
// lie 512 apart.
#include <cuda_runtime.h>

__global__ void grayscale(const unsigned char* x, unsigned char* out, int n, int each) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int i = first; i < first + each && i < n; i++) {
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  int threads = 256;
  int each = n / 4096 + 1 < 512 ? n / 4096 + 1 : 512;
  int blocks = (n + threads * each - 1) / (threads * each);
  grayscale<<<blocks, threads>>>(x, out, n, each);
}
