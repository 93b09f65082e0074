# "n // threads is how many blocks there are, and at least one."
import math

from numba import cuda


@cuda.jit(device=True)
def luma(r, g, b):
    return 0.2989 * r + 0.5870 * g + 0.1140 * b


@cuda.jit
def gray_kernel(x, out, n):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < n:
        out[i] = luma(x[i], x[i + n], x[i + 2 * n])


def rgb_to_grayscale(x, out, height, width):
    n = height * width
    threads = 256
    blocks = max(n // threads, 1)
    gray_kernel[blocks, threads](x.ravel(), out.ravel(), n)
