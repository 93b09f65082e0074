# "Gray is the mean of the three colors."
from numba import cuda

TPB = 16


@cuda.jit
def gray_kernel(x, out):
    col, row = cuda.grid(2)
    height, width = out.shape
    if row < height and col < width:
        out[row, col] = (x[0, row, col] + x[1, row, col] + x[2, row, col]) // 3


def rgb_to_grayscale(x, out, height, width):
    blocks = ((width + TPB - 1) // TPB, (height + TPB - 1) // TPB)
    gray_kernel[blocks, (TPB, TPB)](x, out)
