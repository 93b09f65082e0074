// One thread per element; row and column follow from a flat number.
#include <cuda_runtime.h>

__global__ void map_kernel(const float* x, int x_height, int x_width, int x_row_stride, int x_column_stride,
                           float* out, int height, int width, int row_stride, int column_stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= height * width) return;
  int row = i / width;
  int column = i % width;
  // An extent is 1 or that of the result, so the remainder is the broadcast index.
  float value = x[(row % x_height) * x_row_stride + (column % x_width) * x_column_stride];
  out[row * row_stride + column * column_stride] = 0.5f * value + 1.0f;
}

void strided_map(const float* x, int x_size, int x_height, int x_width, int x_row_stride, int x_column_stride,
                 float* out, int out_size, int height, int width, int row_stride, int column_stride) {
  int blocks = (height * width + 127) / 128;
  map_kernel<<<blocks, 128>>>(x, x_height, x_width, x_row_stride, x_column_stride,
                              out, height, width, row_stride, column_stride);
}
