"""Kernels with atomic operations."""
import numpy as np
from numba import cuda, int32


# entry: {"parameters": "x:int32[n] out:int32[b]! n:int32 b:int32", "dims": {"n": 120, "b": 10}}
@cuda.jit
def histogram_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, x[i] % out.size, 1)


def histogram(x, out, n, b):
    histogram_kernel[4, 32](x, out)


# entry: {"parameters": "x:int32[n] out:int32[b]!", "dims": {"n": 120, "b": 8}}
@cuda.jit
def private_kernel(x, out):
    own = cuda.shared.array(8, int32)
    t = cuda.threadIdx.x
    if t < 8:
        own[t] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(own, x[i] % 8, 1)
    cuda.syncthreads()
    if t < 8:
        cuda.atomic.add(out, t, own[t])


def private_histogram(x, out):
    private_kernel[4, 32](x, out)


# entry: {"parameters": "x:float32[n] out:float32[four]!", "dims": {"n": 60, "four": 4}}
@cuda.jit
def extremes_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(out, 0, x[i])
        cuda.atomic.min(out, 1, x[i])
        cuda.atomic.add(out, 2, x[i])
        cuda.atomic.sub(out, 3, x[i] * 2)


def extremes(x, out):
    extremes_kernel[2, 32](x, out)


# entry: {"parameters": "x:int32[n] out:int32[h,w]!", "dims": {"n": 64, "h": 3, "w": 3}}
@cuda.jit
def pairs_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, (x[i] % 2, x[i] % 3), 1)
        cuda.atomic.max(out, (2, 0), x[i])


def pairs(x, out):
    pairs_kernel[2, 32](x, out)


# entry: {"parameters": "x:int64[n] out:int64[three]!", "dims": {"n": 50, "three": 3}}
@cuda.jit
def wide_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, 0, x[i])
        cuda.atomic.min(out, 1, x[i])
        cuda.atomic.max(out, 2, x[i])


def wide(x, out):
    wide_kernel[2, 32](x, out)


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 40}}
@cuda.jit
def kept_kernel(x, out, count):
    i = cuda.grid(1)
    if i < x.size and x[i] > 0:
        cuda.atomic.add(count, 0, 1)
        out[i] = 1


@cuda.jit
def count_kernel(count, out):
    out[0] += count[0]


@cuda.jit
def zero_kernel(x):
    if cuda.grid(1) < x.size:
        x[cuda.grid(1)] = 0


def kept(x, out, n):
    count = cuda.device_array((1,), dtype=np.int32)
    zero_kernel[1, 1](count)
    kept_kernel[2, 32](x, out, count)
    count_kernel[1, 1](count, out)
