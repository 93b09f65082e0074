"""One thread per element."""
from numba import cuda


@cuda.jit
def matmul_kernel(m, n, out, h, w, k):
    col, row = cuda.grid(2)
    if row < h and col < w:
        total = 0.0
        for i in range(k):
            total += m[row * k + i] * n[i * w + col]
        out[row * w + col] = total


def matmul(m, n, out, h, w, k):
    threads = (16, 16)
    blocks = ((w + 15) // 16, (h + 15) // 16)
    matmul_kernel[blocks, threads](m.ravel(), n.ravel(), out.ravel(), h, w, k)
