"""One thread per pixel, in blocks of two dimensions."""
from numba import cuda

TPB = 16


@cuda.jit
def gray_kernel(x, out):
    col, row = cuda.grid(2)
    height, width = out.shape
    if row < height and col < width:
        out[row, col] = 0.2989 * x[0, row, col] + 0.5870 * x[1, row, col] + 0.1140 * x[2, row, col]


def rgb_to_grayscale(x, out, height, width):
    blocks = ((width + TPB - 1) // TPB, (height + TPB - 1) // TPB)
    gray_kernel[blocks, (TPB, TPB)](x, out)
