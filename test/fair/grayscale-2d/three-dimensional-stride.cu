// Blocks have three dimensions, and a small grid walks over the picture in both directions.
#include <cuda_runtime.h>
__global__ void k(const unsigned char* __restrict__ x, unsigned char* __restrict__ out, size_t h, size_t w) {
  const size_t plane = h * w;
  const size_t rows = (size_t)gridDim.y * blockDim.y * blockDim.z;
  for (size_t r = ((size_t)blockIdx.y * blockDim.y + threadIdx.y) * blockDim.z + threadIdx.z; r < h; r += rows)
    for (size_t c = blockIdx.x * blockDim.x + threadIdx.x; c < w; c += (size_t)gridDim.x * blockDim.x) {
      const unsigned char* p = &x[r * w + c];
      out[r * w + c] = 0.2989f * p[0] + 0.5870f * p[plane] + 0.1140f * p[2 * plane];
    }
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  k<<<dim3(6, 7), dim3(8, 4, 2)>>>(x, out, height, width);
}
