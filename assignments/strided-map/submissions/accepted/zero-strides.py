"""Broadcasting is a stride of 0."""
from numba import cuda


@cuda.jit
def map_kernel(x, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride):
    column, row = cuda.grid(2)
    if row >= height or column >= width:
        return
    value = x[row * x_row_stride + column * x_column_stride]
    out[row * row_stride + column * column_stride] = 0.5 * value + 1


def strided_map(
    x, x_size, x_height, x_width, x_row_stride, x_column_stride, out, out_size, height, width, row_stride, column_stride
):
    if x_height == 1:
        x_row_stride = 0
    if x_width == 1:
        x_column_stride = 0
    blocks = ((width + 31) // 32, (height + 7) // 8)
    map_kernel[blocks, (32, 8)](x, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride)
