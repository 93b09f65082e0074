# "The row comes first, as in shape."
from numba import cuda


@cuda.jit
def map_kernel(x, x_height, x_width, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride):
    row, column = cuda.grid(2)
    if row < height and column < width:
        x_row = 0 if x_height == 1 else row
        x_column = 0 if x_width == 1 else column
        value = x[x_row * x_row_stride + x_column * x_column_stride]
        out[row * row_stride + column * column_stride] = 0.5 * value + 1


def strided_map(
    x, x_size, x_height, x_width, x_row_stride, x_column_stride, out, out_size, height, width, row_stride, column_stride
):
    blocks = ((width + 15) // 16, (height + 15) // 16)
    map_kernel[blocks, (16, 16)](
        x, x_height, x_width, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride
    )
