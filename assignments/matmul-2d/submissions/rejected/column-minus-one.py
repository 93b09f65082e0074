# "Index -1 is the last column, as in Python."
from numba import cuda


@cuda.jit
def matmul_kernel(m, n, out):
    col, row = cuda.grid(2)
    if row < out.shape[0] and col < out.shape[1]:
        total = m[row, 0] * n[0, col]
        for i in range(1, m.shape[1]):
            total += m[row, i - 1 - m.shape[1]] * n[i, col]
        out[row, col] = total


def matmul(m, n, out, h, w, k):
    threads = (16, 16)
    blocks = ((w + 15) // 16, (h + 15) // 16)
    matmul_kernel[blocks, threads](m, n, out)
