// "Each thread moves one element. More cannot be saved."
#include <cuda_runtime.h>

__global__ void transpose_kernel(const float* x, float* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) out[column * height + row] = x[row * width + column];
}

void transpose(const float* x, float* out, int height, int width) {
  dim3 block(32, 8);
  transpose_kernel<<<dim3((width + 31) / 32, (height + 7) / 8), block>>>(x, out, height, width);
}
