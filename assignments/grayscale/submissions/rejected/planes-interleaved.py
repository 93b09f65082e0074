# "A pixel is three values, so pixel i begins at 3 * i."
import math

from numba import cuda


@cuda.jit(device=True)
def luma(r, g, b):
    return 0.2989 * r + 0.5870 * g + 0.1140 * b


@cuda.jit
def gray_kernel(x, out, n):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < n:
        out[i] = luma(x[3 * i], x[3 * i + 1], x[3 * i + 2])


def rgb_to_grayscale(x, out, height, width):
    n = height * width
    threads = 256
    blocks = math.ceil(n / threads)
    gray_kernel[blocks, threads](x.ravel(), out.ravel(), n)
