// Like minitorch: from a position to an index, to the index in the input, to positions in memory.
#include <cuda_runtime.h>

struct Layout {
  int shape[2];
  int strides[2];
};

__device__ void to_index(int ordinal, const Layout& layout, int* index) {
  for (int d = 1; d >= 0; --d) {
    index[d] = ordinal % layout.shape[d];
    ordinal /= layout.shape[d];
  }
}

__device__ void broadcast_index(const int* index, const Layout& layout, int* result) {
  for (int d = 0; d < 2; ++d) result[d] = layout.shape[d] == 1 ? 0 : index[d];
}

__device__ int index_to_position(const int* index, const Layout& layout) {
  int position = 0;
  for (int d = 0; d < 2; ++d) position += index[d] * layout.strides[d];
  return position;
}

__global__ void map_kernel(const float* x, Layout in, float* out, Layout to) {
  int ordinal = blockIdx.x * blockDim.x + threadIdx.x;
  if (ordinal >= to.shape[0] * to.shape[1]) return;
  int index[2], in_index[2];
  to_index(ordinal, to, index);
  broadcast_index(index, in, in_index);
  out[index_to_position(index, to)] = 0.5f * x[index_to_position(in_index, in)] + 1.0f;
}

void strided_map(const float* x, int x_size, int x_height, int x_width, int x_row_stride, int x_column_stride,
                 float* out, int out_size, int height, int width, int row_stride, int column_stride) {
  Layout in = {{x_height, x_width}, {x_row_stride, x_column_stride}};
  Layout to = {{height, width}, {row_stride, column_stride}};
  map_kernel<<<(height * width + 255) / 256, 256>>>(x, in, out, to);
}
