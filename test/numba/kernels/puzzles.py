"""Kernels in the style of puzzles: functions that get `cuda` and return the kernel."""

from dataclasses import dataclass
from typing import Any, Tuple

import numba
import numpy as np
from numba import cuda

TPB = 8
MAX_CONV = 4
TPB_MAX_CONV = TPB + MAX_CONV


@dataclass
class Coord:
    x: int
    y: int

    def tuple(self):
        return (self.x, self.y)


def map_test(cuda):
    def call(out, a) -> None:
        local_i = cuda.threadIdx.x
        # FILL ME IN (roughly 1 lines)
        out[local_i] = a[local_i] + 10

    return call


map_kernel = cuda.jit(map_test(cuda))


# entry: {"parameters": "a:int32[n] out:int32[n]!", "dims": {"n": 4}}


def map_(a, out):
    map_kernel[1, 4](out, a)


def zip_test(cuda):
    def call(out, a, b) -> None:
        local_i = cuda.threadIdx.x
        out[local_i] = a[local_i] + b[local_i]

    return call


# entry: {"parameters": "a:float32[n] b:float32[n] out:float32[n]!", "dims": {"n": 4}}


def zip_(a, b, out):
    kernel = cuda.jit(zip_test(cuda))
    kernel[1, 4](out, a, b)


def map_guard_test(cuda):
    def call(out, a, size) -> None:
        local_i = cuda.threadIdx.x
        if local_i < size:
            out[local_i] = a[local_i] + 10

    return call


guard_kernel = cuda.jit(map_guard_test(cuda))


# entry: {"parameters": "a:float32[n] out:float32[n]! n:int32", "dims": {"n": 5}}


def guard(a, out, n):
    guard_kernel[(1, 1), (8, 1)](out, a, n)


def map_2D_test(cuda):
    def call(out, a, size) -> None:
        local_i = cuda.threadIdx.x
        local_j = cuda.threadIdx.y
        if local_i < size and local_j < size:
            out[local_i, local_j] = a[local_i, local_j] + 10

    return call


map2_kernel = numba.cuda.jit(map_2D_test(numba.cuda))


# entry: {"parameters": "a:float32[n,n] out:float32[n,n]! n:int32", "dims": {"n": 3}}


def map_2d(a, out, n):
    map2_kernel[(1, 1), (3, 3)](out, a, n)


def broadcast_test(cuda):
    def call(out, a, b, size) -> None:
        local_i = cuda.threadIdx.x
        local_j = cuda.threadIdx.y
        if local_i < size and local_j < size:
            out[local_i, local_j] = a[local_i, 0] + b[0, local_j]

    return call


broadcast_kernel = cuda.jit(broadcast_test(cuda))


# entry: {"parameters": "a:float32[n,m] b:float32[m,n] out:float32[n,n]! n:int32", "dims": {"n": 4, "m": 1}}


def broadcast(a, b, out, n):
    broadcast_kernel[1, (5, 5)](out, a, b, n)


def shared_test(cuda):
    def call(out, a, size) -> None:
        shared = cuda.shared.array(TPB, numba.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x

        if i < size:
            shared[local_i] = a[i]
            cuda.syncthreads()
            out[i] = shared[local_i] + 10

    return call


shared_kernel = cuda.jit(shared_test(cuda))


# entry: {"parameters": "a:float32[n] out:float32[n]! n:int32", "dims": {"n": 16}}


def shared(a, out, n):
    shared_kernel[2, TPB](out, a, n)


def pool_test(cuda):
    def call(out, a, size) -> None:
        shared = cuda.shared.array(TPB, numba.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x
        if i < size:
            shared[local_i] = a[i]
        cuda.syncthreads()
        if i < size:
            acc = 0
            for k in range(3):
                if local_i - k >= 0:
                    acc += shared[local_i - k]
            out[i] = acc

    return call


pool_kernel = cuda.jit(pool_test(cuda))


# entry: {"parameters": "a:float32[n] out:float32[n]! n:int32", "dims": {"n": 8}}


def pool(a, out, n):
    pool_kernel[1, TPB](out, a, n)


def dot_test(cuda):
    def call(out, a, b, size) -> None:
        shared = cuda.shared.array(TPB, numba.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x
        if i < size:
            shared[local_i] = a[i] * b[i]
        else:
            shared[local_i] = 0
        cuda.syncthreads()
        if local_i == 0:
            total = 0.0
            for k in range(TPB):
                total += shared[k]
            out[0] = total

    return call


# entry: {"parameters": "a:float32[n] b:float32[n] out:float32[m]! n:int32", "dims": {"n": 7, "m": 1}}


def dot(a, b, out, n):
    k = cuda.jit(dot_test(cuda))
    k[1, TPB](out, a, b, n)


def conv_test(cuda):
    def call(out, a, b, a_size, b_size) -> None:
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x
        sa = cuda.shared.array(TPB_MAX_CONV, numba.float32)
        sb = cuda.shared.array(MAX_CONV, numba.float32)
        if i < a_size:
            sa[local_i] = a[i]
        if local_i < b_size:
            sb[local_i] = b[local_i]
        else:
            j = local_i - b_size
            if i - b_size + TPB < a_size and j < b_size:
                sa[TPB + j] = a[i - b_size + TPB]
        cuda.syncthreads()
        if i < a_size:
            acc = 0
            for k in range(b_size):
                if i + k < a_size:
                    acc += sa[local_i + k] * sb[k]
            out[i] = acc

    return call


conv_kernel = cuda.jit(conv_test(cuda))


# entry: {"parameters": "a:float32[n] b:float32[m] out:float32[n]! n:int32 m:int32", "dims": {"n": 15, "m": 4}}


def conv(a, b, out, n, m):
    conv_kernel[2, TPB](out, a, b, n, m)


def sum_test(cuda):
    def call(out, a, size: int) -> None:
        cache = cuda.shared.array(TPB, numba.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x
        cache[local_i] = a[i] if i < size else 0
        cuda.syncthreads()
        for k in range(3):
            p = 2**k
            if local_i % (p * 2) == 0:
                cache[local_i] += cache[local_i + p]
            cuda.syncthreads()
        if local_i == 0:
            out[cuda.blockIdx.x] = cache[local_i]

    return call


sum_kernel = cuda.jit(sum_test(cuda))


# entry: {"parameters": "a:float32[n] out:float32[m]! n:int32", "dims": {"n": 15, "m": 2}}


def prefix(a, out, n):
    sum_kernel[2, TPB](out, a, n)


def axis_sum_test(cuda):
    def call(out, a, size: int) -> None:
        cache = cuda.shared.array(TPB, numba.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        local_i = cuda.threadIdx.x
        batch = cuda.blockIdx.y
        cache[local_i] = 0
        if i < size:
            cache[local_i] = a[batch, i]
        cuda.syncthreads()
        p = 1
        while p < TPB:
            if local_i % (2 * p) == 0 and local_i + p < TPB:
                cache[local_i] += cache[local_i + p]
            p <<= 1
            cuda.syncthreads()
        if local_i == 0:
            out[batch, 0] = cache[0]

    return call


axis_kernel = cuda.jit(axis_sum_test(cuda))


# entry: {"parameters": "a:float32[b,n] out:float32[b,m]! n:int32", "dims": {"b": 4, "n": 6, "m": 1}}


def axis_sum(a, out, n):
    axis_kernel[(1, 4), (TPB, 1)](out, a, n)


def mm_oneblock_test(cuda):
    def call(out, a, b, size: int) -> None:
        a_shared = cuda.shared.array((TPB, TPB), numba.float32)
        b_shared = cuda.shared.array((TPB, TPB), numba.float32)
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        j = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
        local_i = cuda.threadIdx.x
        local_j = cuda.threadIdx.y
        acc = 0
        for k in range(0, size, TPB):
            a_shared[local_i, local_j] = a[i, k + local_j] if i < size and k + local_j < size else 0
            b_shared[local_i, local_j] = b[k + local_i, j] if j < size and k + local_i < size else 0
            cuda.syncthreads()
            for local_k in range(min(TPB, size - k)):
                acc += a_shared[local_i, local_k] * b_shared[local_k, local_j]
            cuda.syncthreads()
        if i < size and j < size:
            out[i, j] = acc

    return call


# entry: {"parameters": "a:float32[n,n] b:float32[n,n] out:float32[n,n]! n:int32", "dims": {"n": 11}}


def mm(a, b, out, n):
    fn = mm_oneblock_test(cuda)
    jitfn = cuda.jit(fn)
    jitfn[(2, 2), (TPB, TPB)](out, a, b, n)
