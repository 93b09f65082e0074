// Sums by __dp4a, rows and columns by __umulhi in place of a division.
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <stdint.h>
__global__ void gray(const unsigned char* __restrict__ x, unsigned char* __restrict__ out, uint32_t h, uint32_t w, uint32_t magic) {
  const uint32_t n = h * w, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t r = w == 1 ? i : __umulhi(i, magic);      // floor(i / w), perhaps one too small
  while (i - r * w >= w) ++r;
  const uint32_t c = i - r * w, at = r * w + c;
  const uint32_t px = x[at] | x[at + n] << 8 | (uint32_t)x[at + 2 * n] << 16;
  const uint32_t sum = __dp4a(px, 77u | 150u << 8 | 29u << 16, 0u);  // unsigned bytes: 256 in all
  const __half y = __float2half(sum / 256.0f);
  out[at] = (unsigned char)__half2uint_rz(y);
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  uint32_t n = height * width, magic = width > 1 ? (uint32_t)(((uint64_t)1 << 32) / width) : 0;
  gray<<<(n + 191) / 192, 192>>>(x, out, height, width, magic);
}
