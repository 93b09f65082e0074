"""One thread per element."""
from numba import cuda


@cuda.jit(device=True)
def dot(a, b):
    total = 0.0
    for i in range(len(a)):
        total += a[i] * b[i]
    return total


@cuda.jit
def matmul_kernel(m, n, out):
    col, row = cuda.grid(2)
    if row < out.shape[0] and col < out.shape[1]:
        out[row, col] = dot(m[row], n[:, col])


def matmul(m, n, out, h, w, k):
    threads = (16, 16)
    blocks = ((w + 15) // 16, (h + 15) // 16)
    matmul_kernel[blocks, threads](m, n, out)
