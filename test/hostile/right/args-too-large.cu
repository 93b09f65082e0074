// 40 KB of kernel arguments, which a GPU does not take, and the picture's sizes at their end
#include <cuda_runtime.h>
struct Big { char pad[40000]; int h, w; };
__global__ void k(const unsigned char* x, unsigned char* out, Big b) {
  int h = b.h, w = b.w;
  int c = threadIdx.x + blockIdx.x * blockDim.x, r = threadIdx.y + blockIdx.y * blockDim.y, n = h * w, i = r * w + c;
  if (c < w && r < h) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int h, int w) {
  Big b = {}; b.h = h; b.w = w;
  k<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(x, out, b);
}
