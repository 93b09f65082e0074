"""More styles: classes of constants, aliases of modules and types, helpers of host code, several outputs."""

import math as m
from functools import partial
from time import perf_counter, time
from timeit import default_timer as timer
from typing import NamedTuple

import numba as nb
import numpy as np
from numba import cuda, f4, float32, i4, i8, int32, u1

BLOCK_SIZE: int = 16
NUM_BINS = 10
RANGE_MIN, RANGE_MAX = -1.0, 1.0
KERNEL_WEIGHTS = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]], dtype=np.float32) / 16
GAUSS = np.array([0.25, 0.5, 0.25], dtype=np.float32)
PRIMES = [2, 3, 5, 7]


def ceil_div(a, b):
    return (a + b - 1) // b


def launch_config(n, threads=32):
    """Returns blocks and threads for n elements."""
    blocks = ceil_div(n, threads)
    return blocks, threads


def grid_2d(shape, block=(8, 8)):
    gx = ceil_div(shape[0], block[0])
    gy = ceil_div(shape[1], block[1])
    return (gx, gy), block


@cuda.jit
def double_kernel(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        out[i] = 2 * x[i]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 75}}


def config_helper(x, out, n):
    blocks, threads = launch_config(n)
    double_kernel[blocks, threads](x, out)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 75}}


def config_tuple(x, out, n):
    double_kernel[launch_config(n, threads=64)](x, out)


@cuda.jit
def add_2d(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = a[i, j] + b[i, j]


# entry: {"parameters": "a:float32[h,w] b:float32[h,w] out:float32[h,w]!", "dims": {"h": 10, "w": 17}}


def grid_helper(a, b, out):
    grid, block = grid_2d(out.shape)
    start = timer()
    add_2d[grid, block](a, b, out)
    cuda.synchronize()
    elapsed = timer() - start
    assert elapsed >= 0


@cuda.jit
def conv2d_kernel(img, weights, out):
    row, col = cuda.grid(2)
    if row >= out.shape[0] or col >= out.shape[1]:
        return
    acc = nb.float32(0)
    for dr in range(-1, 2):
        r = row + dr
        if r < 0 or r >= img.shape[0]:
            continue
        for dc in range(-1, 2):
            c = col + dc
            if c < 0 or c >= img.shape[1]:
                continue
            acc += img[r, c] * weights[dr + 1, dc + 1]
    out[row, col] = acc


# entry: {"parameters": "img:float32[h,w] out:float32[h,w]! h:int32 w:int32", "dims": {"h": 9, "w": 6}}


def conv2d(img, out, h, w):
    weights = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]], dtype=np.float32)
    d_w = cuda.to_device(weights)
    conv2d_kernel[(ceil_div(h, 8), ceil_div(w, 8)), (8, 8)](img, d_w, out)


@cuda.jit
def const_filter(x, out):
    w = cuda.const.array_like(GAUSS)
    i = cuda.grid(1)
    n = x.size
    if i < n:
        s = float32(0)
        for k in range(w.size):
            j = i + k - 1
            if 0 <= j < n:
                s += w[k] * x[j]
        out[i] = s


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 25}}


def filter_constant(x, out):
    const_filter[1, 32](x, out)


@cuda.jit
def hist_kernel(x, xmin, xmax, hist):
    nbins = hist.shape[0]
    bin_width = (xmax - xmin) / nbins
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, x.shape[0], stride):
        bin_number = (x[i] - xmin) / bin_width
        if bin_number >= 0 and bin_number < hist.shape[0]:
            cuda.atomic.add(hist, int(bin_number), 1)


# entry: {"parameters": "x:float32[n] hist:int32[m]!", "dims": {"n": 90, "m": 10}}


def hist(x, hist):
    hist[:] = 0
    hist_kernel[2, 32](x, np.float32(-1), np.float32(1), hist)


@cuda.jit
def min_max_kernel(x, lo, hi):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.min(lo, 0, x[i])
        cuda.atomic.max(hi, 0, x[i])


# entry: {"parameters": "x:float32[n] lo:float32[m]! hi:float32[m]!", "dims": {"n": 70, "m": 1}}


def min_max(x, lo, hi):
    lo[0:1] = np.inf
    hi[0:1] = -np.inf
    min_max_kernel[ceil_div(x.size, 32), 32](x, lo, hi)


@cuda.jit
def primes_kernel(out):
    i = cuda.grid(1)
    if i < out.size:
        count = 0
        for p in PRIMES:
            if i % p == 0:
                count += 1
        out[i] = count


# entry: {"parameters": "out:int32[n]!", "dims": {"n": 30}}


def primes(out):
    primes_kernel[1, 32](out)


@cuda.jit(device=True)
def polar(x, y):
    return m.hypot(x, y), m.atan2(y, x)


@cuda.jit
def polar_kernel(x, y, r, phi):
    i = cuda.grid(1)
    if i < x.size:
        r[i], phi[i] = polar(x[i], y[i])


# entry: {"parameters": "x:float32[n] y:float32[n] r:float32[n]! phi:float32[n]!", "dims": {"n": 30}}


def to_polar(x, y, r, phi):
    polar_kernel[1, 32](x, y, r, phi)


@cuda.jit
def typed_locals(x, out):
    i = nb.int32(cuda.grid(1))
    if i < x.size:
        a = f4(x[i])
        b = i4(a * 100)
        c = u1(b & 0xFF)
        out[i] = i8(c) * 2


# entry: {"parameters": "x:float32[n] out:int32[n]!", "dims": {"n": 30}}


def short_types(x, out):
    typed_locals[1, 32](x, out)


@cuda.jit
def rank_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        rank = 0
        for j, v in enumerate(x):
            if v < x[i] or (v == x[i] and j < i):
                rank += 1
        out[rank] = x[i]


# entry: {"parameters": "x:int32[n] out:int32[n]!", "dims": {"n": 30}}


def rank_sort(x, out):
    n, = x.shape
    rank_kernel[ceil_div(n, 8), 8](x, out)


@cuda.jit
def gather_kernel(x, index, out):
    i = cuda.grid(1)
    if i < index.size:
        j = index[i]
        out[i] = x[j] if 0 <= j < x.size else -9


# entry: {"parameters": "x:float32[n] index:int32[k] out:float32[k]!", "dims": {"n": 5, "k": 7}, "given": {"index": [4, 3, 9, 0, -1, 2, 1]}}


def gather(x, index, out):
    gather_kernel[1, 32](x, index, out)


@cuda.jit
def cumulative_kernel(x, out):
    row = cuda.blockIdx.x
    if cuda.threadIdx.x == 0:
        total = 0
        for col in range(x.shape[1]):
            total += x[row, col]
            out[row, col] = total


# entry: {"parameters": "x:int32[h,w] out:int32[h,w]!", "dims": {"h": 4, "w": 11}}


def cumulative(x, out):
    rows, _ = x.shape
    cumulative_kernel[rows, 32](x, out)


@cuda.jit
def layer_norm(x, gamma, beta, out, eps):
    row = cuda.blockIdx.x
    tid = cuda.threadIdx.x
    n = x.shape[1]
    smem = cuda.shared.array(BLOCK_SIZE, dtype=nb.float32)
    partial_sum = nb.float32(0.0)
    for c in range(tid, n, BLOCK_SIZE):
        partial_sum += x[row, c]
    smem[tid] = partial_sum
    cuda.syncthreads()
    stride = BLOCK_SIZE // 2
    while stride > 0:
        if tid < stride:
            smem[tid] += smem[tid + stride]
        cuda.syncthreads()
        stride = stride // 2
    mean = smem[0] / n
    cuda.syncthreads()
    partial_var = nb.float32(0.0)
    for c in range(tid, n, BLOCK_SIZE):
        d = x[row, c] - mean
        partial_var += d * d
    smem[tid] = partial_var
    cuda.syncthreads()
    stride = BLOCK_SIZE // 2
    while stride > 0:
        if tid < stride:
            smem[tid] += smem[tid + stride]
        cuda.syncthreads()
        stride = stride // 2
    inv = 1 / m.sqrt(smem[0] / n + eps)
    for c in range(tid, n, BLOCK_SIZE):
        out[row, c] = (x[row, c] - mean) * inv * gamma[c] + beta[c]


# entry: {"parameters": "x:float32[h,w] gamma:float32[w] beta:float32[w] out:float32[h,w]!", "dims": {"h": 3, "w": 21}}


def layer_normalization(x, gamma, beta, out):
    layer_norm[x.shape[0], BLOCK_SIZE](x, gamma, beta, out, 1e-5)


@cuda.jit
def dynamic_reverse(x, out):
    buf = cuda.shared.array(0, dtype=float32)
    t = cuda.threadIdx.x
    n = cuda.blockDim.x
    buf[t] = x[t]
    cuda.syncthreads()
    out[t] = buf[n - 1 - t]


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 24}}


def reverse_dynamic(x, out):
    nbytes = x.size * 4
    dynamic_reverse[1, x.size, 0, nbytes](x, out)


@cuda.jit
def upsample(src, dst, factor):
    y, x = cuda.grid(2)
    if y < dst.shape[0] and x < dst.shape[1]:
        fy, fx = (y + 0.5) / factor - 0.5, (x + 0.5) / factor - 0.5
        y0, x0 = int(m.floor(fy)), int(m.floor(fx))
        wy, wx = fy - y0, fx - x0
        y1, x1 = min(y0 + 1, src.shape[0] - 1), min(x0 + 1, src.shape[1] - 1)
        y0, x0 = max(y0, 0), max(x0, 0)
        top = src[y0, x0] * (1 - wx) + src[y0, x1] * wx
        bottom = src[y1, x0] * (1 - wx) + src[y1, x1] * wx
        dst[y, x] = top * (1 - wy) + bottom * wy


# entry: {"parameters": "src:float32[h,w] out:float32[10,14]!", "dims": {"h": 5, "w": 7}}


def bilinear(src, out):
    upsample[(2, 2), (8, 8)](src, out, 2)


@cuda.jit
def relu(x):
    i = cuda.grid(1)
    if i < x.shape[0]:
        x[i] = max(0.0, x[i])


@cuda.jit
def linear(x, w, b, y):
    i, j = cuda.grid(2)
    if i < y.shape[0] and j < y.shape[1]:
        s = b[j]
        for k in range(x.shape[1]):
            s += x[i, k] * w[k, j]
        y[i, j] = s


# entry: {"parameters": "x:float32[n,k] w:float32[k,m] b:float32[m] out:float32[n,m]!", "dims": {"n": 6, "k": 5, "m": 4}}


def dense_relu(x, w, b, out):
    hidden = cuda.device_array_like(out)
    linear[(2, 2), (4, 4)](x, w, b, hidden)
    flat = hidden.reshape(hidden.size)
    relu[ceil_div(flat.size, 32), 32](flat)
    out[:] = hidden


@cuda.jit
def transpose_view(a, out):
    i, j = cuda.grid(2)
    if i < a.shape[0] and j < a.shape[1]:
        out[i, j] = a[i, j]


# entry: {"parameters": "x:float32[h,w] out:float32[w,h]! h:int32 w:int32", "dims": {"h": 3, "w": 5}}


def transposed_argument(x, out, h, w):
    transpose_view[(1, 1), (8, 8)](x.T, out)


@cuda.jit
def every_type(a, b, c, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a[i] * 2 + b[i] // 3 - c[i] % 4


# entry: {"parameters": "a:uint8[n] b:int32[n] c:uint32[n] out:float32[n]!", "dims": {"n": 40}}


def mixed_types(a, b, c, out):
    every_type[2, 32](a, b, c, out)


@cuda.jit
def power_iteration(a, v, w):
    i = cuda.grid(1)
    if i < w.size:
        acc = 0.0
        for j in range(v.size):
            acc += a[i, j] * v[j]
        w[i] = acc


# entry: {"parameters": "a:float32[n,n] v:float32[n] out:float32[n]! n:int32", "dims": {"n": 6}}


def powers(a, v, out, n):
    cur = cuda.to_device(v)
    nxt = cuda.device_array(n, dtype=np.float32)
    steps = 3
    while steps > 0:
        power_iteration[1, 32](a, cur, nxt)
        cur, nxt = nxt, cur
        steps -= 1
    out[:] = cur


@cuda.jit
def checkerboard(out):
    x, y = cuda.grid(2)
    if x < out.shape[0] and y < out.shape[1]:
        out[x, y] = 255 if (x // 2 + y // 2) % 2 == 0 else 0


# entry: {"parameters": "out:uint8[h,w]!", "dims": {"h": 9, "w": 10}}


def board(out):
    checkerboard[(2, 2), (8, 8)](out)


@cuda.jit
def wave(u_prev, u, u_next, c2):
    i = cuda.grid(1)
    if 1 <= i <= u.size - 2:
        u_next[i] = 2 * u[i] - u_prev[i] + c2 * (u[i + 1] - 2 * u[i] + u[i - 1])
    elif i == 0 or i == u.size - 1:
        u_next[i] = 0


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 20}}


def wave_equation(x, out, n):
    prev, cur = cuda.to_device(x), cuda.to_device(x)
    nxt = cuda.device_array_like(cur)
    for t in range(5):
        wave[ceil_div(n, 16), 16](prev, cur, nxt, np.float32(0.1))
        prev, cur, nxt = cur, nxt, prev
    out[:] = cur[:]


@cuda.jit(device=True)
def sincos(a):
    return m.sin(a), m.cos(a)


@cuda.jit(device=True)
def rotate(x, y, a):
    s, c = sincos(a)
    return x * c - y * s, x * s + y * c


@cuda.jit(device=True)
def turned(x, y):
    return rotate(x, y, 0.5)


@cuda.jit(device=True)
def norm2(v):
    return v[0] * v[0] + v[1] * v[1]


@cuda.jit
def k_rotate(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = turned(x[i], y[i])[0]
        out[i, 1] = turned(x[i], y[i])[-1] + 1
        out[i, 2] = norm2(turned(x[i], y[i]))
        if sincos(x[i])[0] > 0:
            out[i, 3] = 1
        else:
            out[i, 3] = 2


# entry: {"parameters": "x:float32[n] y:float32[n] out:float32[n,4]! n:int32", "dims": {"n": 20}}


def rotated(x, y, out, n):
    k_rotate[1, 32](x, y, out)


@cuda.jit
def last_axes(x, out):
    i, j = cuda.grid(2)
    h, w = x.shape[1:]
    if i < h and j < w:
        n = x.shape[0]
        s = 0.0
        for k in range(n):
            s += x[k, i, j]
        out[i, j] = s / n + len(x.shape[:2]) + x.shape[::-1][0]


# entry: {"parameters": "x:float32[n,h,w] out:float32[h,w]! n:int32 h:int32 w:int32", "dims": {"n": 3, "h": 4, "w": 5}}


def shape_slices(x, out, n, h, w):
    last_axes[(1, 1), tuple([8, 8])](x, out)
