// No padding: an exclusive or of row and column spreads each column over all banks. Blocks have one dimension.
#include <cuda_runtime.h>

__global__ void transpose_kernel(const float* __restrict__ x, float* __restrict__ out, int height, int width) {
  __shared__ float tile[32 * 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int tiles = (width + 31) / 32;
  const int top = blockIdx.x / tiles * 32, left = blockIdx.x % tiles * 32;
  for (int r = warp; r < 32; r += 8) {
    bool inside = top + r < height && left + lane < width;
    tile[r * 32 + (lane ^ r)] = inside ? x[(top + r) * width + left + lane] : 0.0f;
  }
  __syncthreads();
  for (int r = warp; r < 32; r += 8) {
    if (left + r < width && top + lane < height) out[(left + r) * height + top + lane] = tile[lane * 32 + (r ^ lane)];
  }
}

void transpose(const float* x, float* out, int height, int width) {
  int blocks = ((width + 31) / 32) * ((height + 31) / 32);
  transpose_kernel<<<blocks, 256>>>(x, out, height, width);
}
