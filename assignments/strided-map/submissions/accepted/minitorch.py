"""As in minitorch: from an ordinal to indexes, and from indexes to positions in memory."""
from numba import cuda, int32


@cuda.jit(device=True)
def to_index(ordinal, height, width, index):
    index[1] = ordinal % width
    index[0] = ordinal // width % height


@cuda.jit(device=True)
def broadcast_index(index, height, width, result):
    result[0] = index[0] if height > 1 else 0
    result[1] = index[1] if width > 1 else 0


@cuda.jit(device=True)
def index_to_position(index, row_stride, column_stride):
    return index[0] * row_stride + index[1] * column_stride


@cuda.jit
def map_kernel(x, x_height, x_width, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < height * width:
        index = cuda.local.array(2, int32)
        x_index = cuda.local.array(2, int32)
        to_index(i, height, width, index)
        broadcast_index(index, x_height, x_width, x_index)
        value = x[index_to_position(x_index, x_row_stride, x_column_stride)]
        out[index_to_position(index, row_stride, column_stride)] = 0.5 * value + 1.0


def strided_map(
    x, x_size, x_height, x_width, x_row_stride, x_column_stride, out, out_size, height, width, row_stride, column_stride
):
    threads = 128
    blocks = (height * width + threads - 1) // threads
    map_kernel[blocks, threads](
        x, x_height, x_width, x_row_stride, x_column_stride, out, height, width, row_stride, column_stride
    )
