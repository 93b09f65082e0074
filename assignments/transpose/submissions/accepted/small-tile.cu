// A tile of 16 x 17, and one element per thread.
#include <cuda_runtime.h>

#define TILE 16

__global__ void transpose_kernel(const float* x, float* out, int height, int width) {
  __shared__ float tile[TILE][TILE + 1];
  int column = blockIdx.x * TILE + threadIdx.x;
  int row = blockIdx.y * TILE + threadIdx.y;
  bool inside = row < height && column < width;
  if (inside) tile[threadIdx.y][threadIdx.x] = x[row * width + column];
  __syncthreads();
  column = blockIdx.y * TILE + threadIdx.x;
  row = blockIdx.x * TILE + threadIdx.y;
  if (row < width && column < height) out[row * height + column] = tile[threadIdx.x][threadIdx.y];
}

void transpose(const float* x, float* out, int height, int width) {
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE);
  transpose_kernel<<<grid, dim3(TILE, TILE)>>>(x, out, height, width);
}
