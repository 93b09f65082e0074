"""Kernels in which the threads of a block work together."""
import numpy as np
from numba import cuda, float32, float64, int32

TPB = 16
BLOCK = 32


# entry: {"parameters": "x:float32[n] out:float32[b]! n:int32 b:int32", "dims": {"n": 100, "b": 4}}
@cuda.jit
def sum_kernel(x, out):
    cache = cuda.shared.array(BLOCK, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    cache[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            cache[t] += cache[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = cache[0]


def block_sums(x, out, n, b):
    sum_kernel[b, BLOCK](x, out)


# entry: {"parameters": "m:float32[h,k] n:float32[k,w] out:float32[h,w]!", "dims": {"h": 20, "k": 17, "w": 18}}
@cuda.jit
def fast_matmul(A, B, C):
    """The example of Numba's documentation."""
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    bpg = cuda.gridDim.x
    tmp = float32(0.)
    for i in range(bpg):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and (tx + i * TPB) < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and (ty + i * TPB) < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            tmp += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = tmp


def matmul(m, n, out):
    fast_matmul[(2, 2), (TPB, TPB)](m, n, out)


# entry: {"parameters": "x:float32[h,w] out:float32[w,h]!", "dims": {"h": 19, "w": 33}}
@cuda.jit
def transpose_kernel(x, out):
    tile = cuda.shared.array((TPB, TPB + 1), dtype=np.float32)
    col = cuda.blockIdx.x * TPB + cuda.threadIdx.x
    row = cuda.blockIdx.y * TPB + cuda.threadIdx.y
    if row < x.shape[0] and col < x.shape[1]:
        tile[cuda.threadIdx.y, cuda.threadIdx.x] = x[row, col]
    cuda.syncthreads()
    col = cuda.blockIdx.y * TPB + cuda.threadIdx.x
    row = cuda.blockIdx.x * TPB + cuda.threadIdx.y
    if row < out.shape[0] and col < out.shape[1]:
        out[row, col] = tile[cuda.threadIdx.x, cuda.threadIdx.y]


def transpose(x, out):
    h, w = x.shape
    grid = ((w + TPB - 1) // TPB, (h + TPB - 1) // TPB)
    transpose_kernel[grid, (TPB, TPB)](x, out)


# entry: {"parameters": "x:int32[n] out:int32[n]!", "dims": {"n": 32}}
@cuda.jit
def scan_kernel(x, out):
    buffer = cuda.shared.array((2, BLOCK), int32)
    t = cuda.threadIdx.x
    now = 0
    buffer[now, t] = x[t]
    cuda.syncthreads()
    step = 1
    while step < BLOCK:
        before = now
        now = 1 - now
        if t >= step:
            buffer[now, t] = buffer[before, t] + buffer[before, t - step]
        else:
            buffer[now, t] = buffer[before, t]
        cuda.syncthreads()
        step *= 2
    out[t] = buffer[now, t]


def scan(x, out):
    scan_kernel[1, BLOCK](x, out)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 75}}
@cuda.jit
def stencil_kernel(x, out, n):
    tile = cuda.shared.array(BLOCK + 2, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x + 1
    tile[t] = x[i] if i < n else 0.0
    if cuda.threadIdx.x == 0:
        tile[0] = x[i - 1] if i > 0 else 0.0
        last = i + cuda.blockDim.x
        tile[BLOCK + 1] = x[last] if last < n else 0.0
    cuda.syncthreads()
    if i < n:
        out[i] = 0.25 * tile[t - 1] + 0.5 * tile[t] + 0.25 * tile[t + 1]


def stencil(x, out, n):
    stencil_kernel[(n + BLOCK - 1) // BLOCK, BLOCK](x, out, n)


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 32}}
@cuda.jit
def reversed_kernel(x, out):
    cache = cuda.shared.array(0, float32)
    t = cuda.threadIdx.x
    cache[t] = x[t]
    cuda.syncthreads()
    out[t] = cache[x.size - 1 - t]


def reversed_(x, out):
    reversed_kernel[1, 32, 0, 32 * 4](x, out)


# entry: {"parameters": "x:float32[n] y:float32[n] out:float64[one]! n:int32", "dims": {"n": 90, "one": 1}}
@cuda.jit
def products_kernel(x, y, part):
    cache = cuda.shared.array(BLOCK, float64)
    t = cuda.threadIdx.x
    total = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        total += x[i] * y[i]
    cache[t] = total
    cuda.syncthreads()
    if t == 0:
        total = 0.0
        for k in range(cuda.blockDim.x):
            total += cache[k]
        part[cuda.blockIdx.x] = total


@cuda.jit
def last_kernel(part, out):
    total = 0.0
    for k in range(part.size):
        total += part[k]
    out[0] = total


def dot(x, y, out, n):
    blocks = 2
    part = cuda.device_array(blocks, dtype=np.float64)
    products_kernel[blocks, BLOCK](x, y, part)
    last_kernel[1, 1](part, out)
    cuda.synchronize()
