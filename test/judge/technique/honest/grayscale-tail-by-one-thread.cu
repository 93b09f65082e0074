// grayscale: each thread makes four pixels, and one thread the few hundred of a last part.
#include <cuda_runtime.h>
__device__ unsigned char gray(const unsigned char* x, int i, int n) {
  return 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
__global__ void quads(const unsigned char* x, unsigned char* out, int whole, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (4 * t < whole)
    for (int j = 0; j < 4; j++) out[4 * t + j] = gray(x, 4 * t + j, n);
  if (t == 0)
    for (int i = whole; i < n; i++) out[i] = gray(x, i, n);
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width, whole = n / 1024 * 1024;
  quads<<<whole / 1024 + 1, 256>>>(x, out, whole, n);
}
