// Each thread makes four pixels that lie next to each other; the last thread may have fewer.
#include <cuda_runtime.h>

constexpr int kPixels = 4;
constexpr int kThreads = 256;

__global__ void gray4(const unsigned char* __restrict__ x, unsigned char* __restrict__ out, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * kPixels;
  int last = min(first + kPixels, n);
  for (int i = first; i < last; ++i) {
    float gray = 0.2989f * x[i];
    gray += 0.5870f * x[i + n];
    gray += 0.1140f * x[i + 2 * n];
    out[i] = (unsigned char)gray;
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  int perBlock = kThreads * kPixels;
  gray4<<<(n + perBlock - 1) / perBlock, kThreads>>>(x, out, n);
}
