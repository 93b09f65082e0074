"""Kernels as students write them: loops over tuples and arrays, parts of arrays, functions in functions."""

import math

import numpy as np
import numba
import numba as nb
from numba import cuda, float32, njit

TPB = 32
BLOCK = (8, 8)
N = 64
SHAPE = (4, 8)
OFFSETS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Cfg:
    TPB = 16
    SCALE = 2.5


def timer(f):
    return f


@timer
def unrelated():
    return 3


@cuda.jit
def k_divmod(x, out):
    i = cuda.grid(1)
    if i < x.size:
        a = x[i]
        out[i, 0] = a // 7
        out[i, 1] = a % 7
        out[i, 2] = a // -7
        out[i, 3] = a % -7
        q, r = divmod(a, 5)
        out[i, 4] = q * 1000 + r


# entry: {"parameters": "x:int32[n] out:int32[n,5]! n:int32", "dims": {"n": 70}}


def divmod_(x, out, n):
    k_divmod[(n + TPB - 1) // TPB, TPB](x, out)


@cuda.jit
def k_enum(x, out):
    i = cuda.grid(1)
    if i < x.size:
        s = 0
        for n, off in enumerate((3, 5, 7)):
            s += n * off
        for a, b in zip((1, 2, 3), (4, 5, 6)):
            s += a * b
        out[i] = s + x[i]


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 40}}


def enum_(x, out, n):
    k_enum[2, 32](x, out)


@cuda.jit
def k_stencil(x, out):
    r, c = cuda.grid(2)
    h, w = x.shape
    if r < h and c < w:
        s = np.float32(0)
        for dr, dc in OFFSETS:
            rr = r + dr
            cc = c + dc
            if 0 <= rr < h and 0 <= cc < w:
                s += x[rr, cc]
        out[r, c] = s


# entry: {"parameters": "x:float32[h,w] out:float32[h,w]! h:int32 w:int32", "dims": {"h": 13, "w": 9}}


def stencil_(x, out, h, w):
    k_stencil[((h + 7) // 8, (w + 7) // 8), BLOCK](x, out)


@cuda.jit
def k_enum_array(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        best = 0
        m = x[i, 0]
        for j, v in enumerate(x[i]):
            if v > m:
                m = v
                best = j
        s = 0.0
        for v in x[i]:
            s += v
        out[i] = best + s


# entry: {"parameters": "x:float32[n,m] out:float32[n]! n:int32 m:int32", "dims": {"n": 40, "m": 11}}


def enum_array_(x, out, n, m):
    k_enum_array[2, 32](x, out)


@cuda.jit
def k_local(x, out):
    i = cuda.grid(1)
    buf = cuda.local.array(5, dtype=numba.float32)
    acc = cuda.local.array((2, 3), numba.int32)
    if i < x.size:
        for j in range(5):
            buf[j] = x[(i + j) % x.size]
        for a in range(2):
            for b in range(3):
                acc[a, b] = a * 10 + b
        # insertion sort
        for j in range(1, 5):
            key = buf[j]
            k = j - 1
            while k >= 0 and buf[k] > key:
                buf[k + 1] = buf[k]
                k -= 1
            buf[k + 1] = key
        out[i] = buf[2] + acc[1, 2]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def local_(x, out, n):
    k_local[(n + TPB - 1) // TPB, TPB](x, out)


@cuda.jit
def k_bool(x, out, mask):
    i = cuda.grid(1)
    if i < x.size:
        ok = x[i] > 0
        ok2 = not ok
        mask[i] = ok
        out[i] = ok + ok2 * 2 + (ok and x[i] < 0.5) * 4 + (ok or i % 2 == 0) * 8


# entry: {"parameters": "x:float32[n] out:int32[n]! mask:bool[n]! n:int32", "dims": {"n": 70}}


def bool_(x, out, mask, n):
    k_bool[(n + TPB - 1) // TPB, TPB](x, out, mask)


@cuda.jit
def k_u8(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] + 100
        if i % 5 == 0:
            out[i] = 255 - x[i]
        if i % 7 == 0:
            out[i] += 200


# entry: {"parameters": "x:uint8[n] out:uint8[n]! n:int32", "dims": {"n": 70}}


def u8_(x, out, n):
    k_u8[(n + TPB - 1) // TPB, TPB](x, out)


@cuda.jit
def k_bits(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i, 0] = v << 3
        out[i, 1] = v >> 2
        out[i, 2] = v & 0xFF
        out[i, 3] = v | 0b1010
        out[i, 4] = v ^ 0o77
        out[i, 5] = ~v
        out[i, 6] = (1 << (i % 31)) - 1


# entry: {"parameters": "x:int32[n] out:int32[n,7]! n:int32", "dims": {"n": 70}}


def bits_(x, out, n):
    k_bits[(n + TPB - 1) // TPB, TPB](x, out)


@cuda.jit
def k_tern(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i]
        out[i] = 1 if v > 0.5 else (-1 if v < -0.5 else 0)
        out[i] += 0.5 if -0.2 < v <= 0.2 else 0


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def tern_(x, out, n):
    k_tern[(n + TPB - 1) // TPB, TPB](x, out)


@cuda.jit
def k_aug(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i]
        out[i] += 2
        out[i] *= 3
        out[i] -= 1.5
        out[i] /= 2
        out[i] //= 1
        out[i] %= 5
        out[i] **= 2


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def aug_(x, out, n):
    k_aug[(n + TPB - 1) // TPB, TPB](x, out)


def make_kernel(scale, op):
    dev = cuda.jit(device=True)(op)

    @cuda.jit
    def inner(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i] = dev(x[i]) * scale

    return inner


def square(v):
    return v * v


triple_square = make_kernel(3.0, square)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def closure_(x, out, n):
    triple_square[(n + TPB - 1) // TPB, TPB](x, out)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def inner_kernel_(x, out, n):
    @cuda.jit
    def inner(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i] = x[i] + 1

    inner[(n + TPB - 1) // TPB, TPB](x, out)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def host_arrays_(x, out, n):
    d_x = cuda.to_device(x)
    d_out = cuda.device_array_like(d_x)
    threads_per_block = 64
    blocks_per_grid = (n + (threads_per_block - 1)) // threads_per_block
    stream = cuda.stream()
    k_aug[blocks_per_grid, threads_per_block, stream](d_x, d_out)
    stream.synchronize()
    out[:] = d_out.copy_to_host()


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def host_mapped_(x, out, n):
    m = cuda.mapped_array(n, dtype=np.float32)
    m[:] = 0
    k_aug[(n + 63) // 64, 64](x, m)
    cuda.synchronize()
    out[:] = m


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def host_configured_(x, out, n):
    kern = k_aug[(n + 63) // 64, 64]
    kern(x, out)


@cuda.jit
def k_dyn(x, out):
    dyn = cuda.shared.array(0, dtype=nb.int32)
    t = cuda.threadIdx.x
    n = cuda.blockDim.x
    a = dyn[:n]
    b = dyn[n:]
    a[t] = x[t]
    b[t] = t
    cuda.syncthreads()
    out[t] = a[n - 1 - t] + b[(t + 1) % n]


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 48}}


def dyn_(x, out, n):
    k_dyn[1, n, 0, n * 2 * 4](x, out)


@cuda.jit
def k_slice(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        row = x[i, 1:-1]
        col = x[:, i % x.shape[1]]
        rev = x[i, ::2]
        sub = x[i:i + 2, 2:5]
        out[i, 0] = row[0] + row.shape[0]
        out[i, 1] = col[col.shape[0] - 1]
        out[i, 2] = rev[1] + len(rev)
        out[i, 3] = sub[0, 1] + sub.shape[0] * 100 + sub.shape[1]
        out[i, 4] = x[i][2]


# entry: {"parameters": "x:float32[n,m] out:float32[n,5]! n:int32 m:int32", "dims": {"n": 20, "m": 9}}


def slice_(x, out, n, m):
    k_slice[1, 32](x, out)


@cuda.jit
def k_slice_assign(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, :] = 2
        out[i, 1:3] = x[i, 0:2]


# entry: {"parameters": "x:float32[n,m] out:float32[n,m]! n:int32 m:int32", "dims": {"n": 20, "m": 5}}


def slice_assign_(x, out, n, m):
    k_slice_assign[1, 32](x, out)


@cuda.jit
def k_tuple(x, out):
    i = cuda.grid(1)
    if i < x.size:
        p = (x[i], i)
        a, b = p
        a, b = b, a
        t = (1, 2, 3)
        idx = (i, 0)
        out[idx] = a + b + t[1] + t[-1] + len(t)
        out[i, 1] = p[0]


# entry: {"parameters": "x:float32[n] out:float32[n,2]! n:int32", "dims": {"n": 30}}


def tuple_(x, out, n):
    k_tuple[1, 32](x, out)


@cuda.jit
def k_swap(x, out):
    i = cuda.grid(1)
    if i < x.size // 2:
        j = x.size - 1 - i
        out[i], out[j] = x[j], x[i]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def swap_(x, out, n):
    k_swap[1, 32](x, out)


@cuda.jit
def k_forelse(x, out):
    i = cuda.grid(1)
    if i < x.size:
        for j in range(2, 10):
            if x[i] % j == 0:
                out[i] = j
                break
        else:
            out[i] = -1
        k = 0
        while True:
            k += 1
            if k > 5:
                break
        else:
            k = 100
        out[i] += k


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 60}}


def forelse_(x, out, n):
    k_forelse[2, 32](x, out)


@cuda.jit
def k_cls(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * Cfg.SCALE


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def class_attr_(x, out, n):
    k_cls[(n + Cfg.TPB - 1) // Cfg.TPB, Cfg.TPB](x, out)


@cuda.jit
def k_in(x, out):
    i = cuda.grid(1)
    if i in (1, 2, 3):
        out[i] = 1
    if x is not None and i not in (4, 5):
        out[i] += x[i]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def in_a_tuple(x, out, n):
    k_in[1, 30](x, out)


@cuda.jit
def k_walrus(x, out):
    if (i := cuda.grid(1)) < x.size:
        out[i] = x[i]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def walrus_(x, out, n):
    k_walrus[1, 32](x, out)


@cuda.jit
def k_newaxis(x, out):
    i = cuda.grid(1)
    out[..., i] = 1


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def ellipsis_(x, out, n):
    k_newaxis[1, 30](x, out)


@cuda.jit
def k_varidx(x, out):
    i = cuda.grid(1)
    t = (1.0, 2.0, 3.0)
    out[i] = t[i % 3]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def tuple_varidx_(x, out, n):
    k_varidx[1, 30](x, out)


@cuda.jit
def k_hostloop(x, out, step):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + step


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def contiguous_copy(x, out, n):
    threadsperblock = (16,)
    blockspergrid = (int(math.ceil(x.shape[0] / threadsperblock[0])),)
    x = np.ascontiguousarray(x, dtype=np.float32)
    k_hostloop[blockspergrid, threadsperblock](cuda.to_device(x), out, 2)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def result_array(x, out, n):
    result = np.zeros(n, dtype=np.float32)
    d_res = cuda.to_device(result)
    k_hostloop[-(-n // 32), 32](cuda.to_device(x), d_res, 1)
    result = d_res.copy_to_host()
    out[:] = result


# entry: {"parameters": "x:int32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def converted_(x, out, n):
    y = x.astype(np.float32)
    twos = np.full(n, 2.0, dtype="float32")
    ones = np.ones_like(y)
    k_hostloop[1, 32](cuda.to_device(y), cuda.to_device(ones), 1)
    k_hostloop[1, 32](cuda.to_device(twos), out, 1)


SHAPE = (4, 8)


@cuda.jit
def k_shared_tuple(x, out):
    s = cuda.shared.array(SHAPE, np.float32)
    t = cuda.shared.array((SHAPE[0], SHAPE[1] + 1), dtype=x.dtype)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    s[ty, tx] = x[ty, tx]
    t[ty, tx] = x[ty, tx]
    cuda.syncthreads()
    out[ty, tx] = s[3 - ty, 7 - tx] + t[ty, 7 - tx]


# entry: {"parameters": "x:float32[4,8] out:float32[4,8]!", "dims": {}}


def shared_tuple_(x, out):
    k_shared_tuple[(1, 1), (8, 4)](x, out)


@njit
def helper(a):
    return a + 1


@cuda.jit
def k_njit(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = helper(x[i])


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def njit_(x, out, n):
    k_njit[1, 32](x, out)


def tensor_map(fn):
    f = cuda.jit(device=True)(fn)

    def _map(out, x, size):
        i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
        if i < size:
            out[i] = f(x[i])

    return cuda.jit()(_map)


def square(v):
    return v * v


def half(v):
    return v * 0.5


sq_map = tensor_map(square)
half_map = tensor_map(half)
lam = cuda.jit(device=True)(lambda v: v * 2 + 1)
lam_map = tensor_map(lambda v: v + 3)


@cuda.jit
def k_lam(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = lam(x[i])


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def maps_(x, out, n):
    tmp = cuda.device_array_like(x)
    sq_map[1, 32](tmp, x, n)
    tmp2 = cuda.device_array_like(x)
    half_map[1, 32](tmp2, tmp, n)
    k_lam[1, 32](tmp2, out)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 30}}


def inner_(x, out, n):
    scale = 2.5

    @cuda.jit
    def inner(x, out):
        i = cuda.grid(1)
        if i < x.size:
            out[i] = x[i] * scale

    tpb = 32
    local_map = tensor_map(square)
    tmp = cuda.device_array_like(x)
    inner[(n + tpb - 1) // tpb, tpb](x, tmp)
    local_map[1, tpb](out, tmp, n)
    for k in range(1):
        for j, s in enumerate((1, 2)):
            inner[1, tpb](tmp, out)



@cuda.jit
def nested(x, out):
    i = cuda.grid(1)
    if i < x.size:
        total = 0
        for at, (a, (b, c)) in enumerate(((1, (2, 3)), (4, (5, 6)))):
            (a, b), c = (b, a), c + at
            total += a * 100 + b * 10 + c
        out[i] = total + x[i]


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 10}}


def nested_tuples(x, out, n):
    nested[1, 32](x, out)
