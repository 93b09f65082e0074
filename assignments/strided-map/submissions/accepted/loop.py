"""A thread takes elements that are a whole grid apart."""
from numba import cuda


@cuda.jit
def map_kernel(x, x_height, x_width, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride):
    for i in range(cuda.grid(1), height * width, cuda.gridsize(1)):
        row, column = i // width, i % width
        value = x[row % x_height * x_row_stride + column % x_width * x_column_stride]
        out[row * row_stride + column * column_stride] = value / 2 + 1


def strided_map(
    x, x_size, x_height, x_width, x_row_stride, x_column_stride, out, out_size, height, width, row_stride, column_stride
):
    map_kernel[16, 128](
        x, x_height, x_width, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride
    )
