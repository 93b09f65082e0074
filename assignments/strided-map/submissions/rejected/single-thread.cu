// "The loop is right; it only has to run on the GPU."
#include <cuda_runtime.h>

__global__ void map_kernel(const float* x, int x_height, int x_width, int x_row_stride, int x_column_stride,
                           float* out, int height, int width, int row_stride, int column_stride) {
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      int x_row = x_height == 1 ? 0 : row;
      int x_column = x_width == 1 ? 0 : column;
      float value = x[x_row * x_row_stride + x_column * x_column_stride];
      out[row * row_stride + column * column_stride] = 0.5f * value + 1.0f;
    }
  }
}

void strided_map(const float* x, int x_size, int x_height, int x_width, int x_row_stride, int x_column_stride,
                 float* out, int out_size, int height, int width, int row_stride, int column_stride) {
  map_kernel<<<1, 1>>>(x, x_height, x_width, x_row_stride, x_column_stride,
                       out, height, width, row_stride, column_stride);
}
