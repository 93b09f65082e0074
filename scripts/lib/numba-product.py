"""The naive product in Numba's CUDA simulator: python3 numba-product.py SIZE. Prints seconds; needs NUMBA_ENABLE_CUDASIM=1."""
import sys
import time

import numpy as np
from numba import cuda


@cuda.jit
def product(a, b, out, n):
    col = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    row = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if row >= n or col >= n:
        return
    total = np.float32(0)
    for i in range(n):
        total += a[row, i] * b[i, col]
    out[row, col] = total


n = int(sys.argv[1])
a = np.full((n, n), 0.5, np.float32)
b = np.full((n, n), 2, np.float32)
out = np.zeros((n, n), np.float32)
blocks = (n + 15) // 16
times = []
for _ in range(3):
    started = time.perf_counter()
    product[(blocks, blocks), (16, 16)](a, b, out, n)
    times.append(time.perf_counter() - started)
assert (out == n).all()
print(min(times))
