"""Arrays of host code, constants, and functions for several types."""

import numpy as np
from numba import cuda, float32

WEIGHTS = np.array([0.25, 0.5, 0.25], dtype=np.float32)
TABLE = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.int32)


@cuda.jit(device=True)
def twice(value):
    return value + value


@cuda.jit(device=True)
def both(a, b):
    if a < b:
        return a, b
    return b, a


@cuda.jit
def two_types(x, counts, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = twice(x[i]) + twice(counts[i])


# entry: {"parameters": "x:float32[n] counts:int32[n] out:float32[n]! n:int32", "dims": {"n": 100}}


def function_for_two_types(x, counts, out, n):
    two_types[(n + 31) // 32, 32](x, counts, out)


@cuda.jit
def weighted(x, out):
    weights = cuda.const.array_like(WEIGHTS)
    i = cuda.grid(1)
    if 0 < i and i < out.size - 1:
        out[i] = weights[0] * x[i - 1] + weights[1] * x[i] + weights[2] * x[i + 1]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 77}}


def constant_array(x, out, n):
    weighted.forall(n)(x, out)


@cuda.jit
def looked_up(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = TABLE[x[i] % 2, i % 3]


# entry: {"parameters": "x:uint8[n] out:int32[n]! n:int32", "dims": {"n": 50}}


def global_table(x, out, n):
    looked_up.forall(n, tpb=64)(x, out)


@cuda.jit
def ordered(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        low, high = both(x[i], float32(0.25))
        out[i, 0] = low
        out[i, 1] = high


# entry: {"parameters": "x:float32[n] out:float32[n,2]! n:int32", "dims": {"n": 40}}


def two_results(x, out, n):
    ordered[2, 32](x, out)


@cuda.jit
def doubled(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = twice(x[i])


@cuda.jit
def scaled(x, factors, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] += x[i] * factors[i % factors.size]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 90}}


def copies_of_host_code(x, out, n):
    copy = cuda.to_device(x.copy_to_host())
    sums = cuda.to_device(np.zeros(n, dtype=np.float32))
    factors = cuda.to_device(np.array([1.5, -2.0], dtype=np.float32))
    doubled[3, 32](copy)
    scaled[3, 32](copy, factors, sums)
    scaled[3, 32](x, factors, sums)
    out.copy_to_device(sums)


@cuda.jit
def row_sums(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        row = x[i]
        total = float32(0)
        for j in range(row.size):
            total += row[j]
        out[i] = total


# entry: {"parameters": "x:float32[n,m] out:float32[n]! n:int32 m:int32", "dims": {"n": 12, "m": 9}}


def rows_as_arrays(x, out, n, m):
    row_sums[1, 32](x, out)


@cuda.jit
def one_more(out):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        out[i, j] += 1


# entry: {"parameters": "x:float32[n,m] out:float32[m,n]! n:int32 m:int32", "dims": {"n": 12, "m": 9}}


def copy_of_a_transposed_array(x, out, n, m):
    out[:] = x.T
    one_more[(1, 1), (16, 16)](out)


# entry: {"parameters": "out:float32[n,m]! n:int32 m:int32", "dims": {"n": 5, "m": 7}}


def filled_with_a_number(out, n, m):
    out[:] = 6.5
    one_more[(1, 1), (16, 16)](out)


THIRD = np.float32(1) / np.float32(3)


@cuda.jit
def thirds(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] * THIRD


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def typed_constant(x, out, n):
    thirds.forall(n)(x, out)


@cuda.jit
def in_parts(x, out):
    memory = cuda.shared.array(0, float32)
    left = memory[:32]
    right = memory[32:64]
    i = cuda.threadIdx.x
    left[i] = x[i]
    right[i] = 2 * x[i]
    cuda.syncthreads()
    out[i] = left[31 - i] + right[i]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 32}}


def parts_of_dynamic_memory(x, out, n):
    in_parts[1, 32, 0, 64 * 4](x, out)


def larger_of(pair):
    a, b = pair
    return a if a > b else b


larger = cuda.jit(device=True)(larger_of)


def larger_neighbors(x, out, sizes):
    n, most = sizes
    i = cuda.grid(1)
    if i < n:
        out[i] = min(larger((x[i], x[(i + 1) % n])), most)


launch_larger = cuda.jit(larger_neighbors)

# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 45}}


def tuples_as_arguments(x, out, n):
    stream = cuda.stream()
    with stream.auto_synchronize():
        a, b = cuda.to_device(x, stream), cuda.device_array_like(x)
        launch_larger[2, 32, stream](a, b, (n, 0.5))
    out[:] = b.copy_to_host()
