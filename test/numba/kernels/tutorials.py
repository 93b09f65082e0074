"""Kernels as tutorials and documentation write them."""

from __future__ import annotations

import math
from math import ceil, exp, sqrt

import numba
import numba as nb
import numba.cuda as cu
import numpy as np
from numba import cuda, float32, float64, int32, void, uint8
from numba import cuda as _c

threads_per_block = 32
blocks_per_grid = 3


@cuda.jit("void(float32[:], float32[:])")
def sig_string(x, out):
    pos = cuda.grid(1)
    if pos < x.size:
        out[pos] = x[pos] * 2


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 70}}


def signature_string(x, out, n):
    sig_string[int(np.ceil(n / 32)), 32](x, out)


@cuda.jit(void(float32[:, :], float32[:, :]))
def sig_object(x, out):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < x.shape[1]:
        out[i, j] = x[i, j] ** 2


# entry: {"parameters": "x:float32[h,w] out:float32[h,w]! h:int32 w:int32", "dims": {"h": 9, "w": 7}}


def signature_object(x, out, h, w):
    threadsperblock = (16, 16)
    blockspergrid_x = math.ceil(x.shape[0] / threadsperblock[0])
    blockspergrid_y = math.ceil(x.shape[1] / threadsperblock[1])
    blockspergrid = (blockspergrid_x, blockspergrid_y)
    sig_object[blockspergrid, threadsperblock](x, out)


@cuda.jit
def partial_reduce(array, partial_reduction):
    i_start = cuda.grid(1)
    threads_per_grid = cuda.blockDim.x * cuda.gridDim.x
    s_thread = 0.0
    for i_arr in range(i_start, array.size, threads_per_grid):
        s_thread += array[i_arr]
    s_block = cuda.shared.array((threads_per_block,), numba.float32)
    tid = cuda.threadIdx.x
    s_block[tid] = s_thread
    cuda.syncthreads()
    i = cuda.blockDim.x // 2
    while (i > 0):
        if (tid < i):
            s_block[tid] += s_block[tid + i]
        cuda.syncthreads()
        i //= 2
    if tid == 0:
        partial_reduction[cuda.blockIdx.x] = s_block[0]


@cuda.jit
def single_thread_sum(partial_reduction, sum):
    sum[0] = 0
    for element in partial_reduction:
        sum[0] += element


@cuda.jit
def divide_by(array, val_array):
    i_start = cuda.grid(1)
    threads_per_grid = cuda.gridsize(1)
    for i in range(i_start, array.size, threads_per_grid):
        array[i] /= val_array[0]


# entry: {"parameters": "a:float32[n] out:float32[n]! n:int32", "dims": {"n": 300}}


def normalize(a, out, n):
    dev_a = cuda.to_device(a)
    dev_partial = cuda.device_array((blocks_per_grid,), dtype=np.float32)
    dev_sum = cuda.device_array((1,), dtype=np.float32)
    partial_reduce[blocks_per_grid, threads_per_block](dev_a, dev_partial)
    single_thread_sum[1, 1](dev_partial, dev_sum)
    divide_by[blocks_per_grid, threads_per_block](dev_a, dev_sum)
    out[:] = dev_a


@cu.jit
def module_alias(x, out):
    i = cu.grid(1)
    if i >= out.shape[0]:
        return
    out[i] = cu.fma(x[i], float32(2.0), float32(1))


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 33}}


def alias(x, out):
    tpb = 32
    bpg = -(-x.shape[0] // tpb)
    module_alias[bpg, tpb](x, out)


@cuda.jit
def imported_names(x, out):
    start, step = _c.grid(1), _c.gridsize(1)
    for i in range(start, x.shape[0], step):
        out[i] = exp(-x[i]) + sqrt(abs(x[i]))


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 100}}


def from_imports(x, out):
    n = len(x)
    imported_names[ceil(n / 64), 32](x, out)


@cuda.jit(device=True, inline=True)
def cnd_cuda(d):
    A1 = 0.31938153
    A2 = -0.356563782
    A3 = 1.781477937
    A4 = -1.821255978
    A5 = 1.330274429
    RSQRT2PI = 0.39894228040143267793994605993438
    K = 1.0 / (1.0 + 0.2316419 * math.fabs(d))
    ret_val = (RSQRT2PI * math.exp(-0.5 * d * d) *
               (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5))))))
    if d > 0:
        ret_val = 1.0 - ret_val
    return ret_val


@cuda.jit("void(float32[:], float32[:], float32[:], float32[:], float64, float64)")
def black_scholes_cuda(callResult, putResult, S, X, R, V):
    i = cuda.threadIdx.x + cuda.blockIdx.x * cuda.blockDim.x
    if i >= S.shape[0]:
        return
    T = 0.5
    sqrtT = math.sqrt(T)
    d1 = (math.log(S[i] / X[i]) + (R + 0.5 * V * V) * T) / (V * sqrtT)
    d2 = d1 - V * sqrtT
    cndd1 = cnd_cuda(d1)
    cndd2 = cnd_cuda(d2)
    expRT = math.exp((-1. * R) * T)
    callResult[i] = (S[i] * cndd1 - X[i] * expRT * cndd2)
    putResult[i] = (X[i] * expRT * (1.0 - cndd2) - S[i] * (1.0 - cndd1))


@cuda.jit
def positive(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = 10 + 5 * abs(x[i])


# entry: {"parameters": "s:float32[n] x:float32[n] call:float32[n]! put:float32[n]!", "dims": {"n": 40}}


def black_scholes(s, x, call, put):
    RISKFREE = 0.02
    VOLATILITY = 0.30
    N = s.shape[0]
    blockdim = (32, 1)
    griddim = (int(math.ceil(float(N) / blockdim[0])), 1)
    stream = cuda.stream()
    d_s = cuda.device_array_like(s)
    d_x = cuda.device_array_like(x)
    positive[griddim, blockdim](s, d_s)
    positive[griddim, blockdim](x, d_x)
    black_scholes_cuda[griddim, blockdim, stream](call, put, d_s, d_x, RISKFREE, VOLATILITY)
    stream.synchronize()


@cuda.jit(device=True)
def mandel(x, y, max_iters):
    """Given the real and imaginary parts, says after how many steps it leaves."""
    zr, zi = 0.0, 0.0
    for i in range(max_iters):
        zr, zi = zr * zr - zi * zi + x, 2 * zr * zi + y
        if (zr * zr + zi * zi) >= 4:
            return i
    return max_iters


@cuda.jit
def mandel_kernel(min_x, max_x, min_y, max_y, image, iters):
    height = image.shape[0]
    width = image.shape[1]
    pixel_size_x = (max_x - min_x) / width
    pixel_size_y = (max_y - min_y) / height
    startX, startY = cuda.grid(2)
    gridX = cuda.gridDim.x * cuda.blockDim.x
    gridY = cuda.gridDim.y * cuda.blockDim.y
    for x in range(startX, width, gridX):
        real = min_x + x * pixel_size_x
        for y in range(startY, height, gridY):
            imag = min_y + y * pixel_size_y
            image[y, x] = mandel(real, imag, iters)


# entry: {"parameters": "image:uint8[h,w]!", "dims": {"h": 24, "w": 36}}


def mandelbrot(image):
    mandel_kernel[(3, 2), (8, 8)](-2.0, 1.0, -1.0, 1.0, image, 20)


@nb.cuda.jit
def nb_cuda(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] if x[i] > y[i] else y[i]


# entry: {"parameters": "x:int32[n] y:int32[n] out:int32[n]!", "dims": {"n": 50}}


def nb_cuda_style(x, y, out):
    nb_cuda.forall(len(out))(x, y, out)


@cuda.jit(fastmath=True)
def options(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] / 3


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 20}}


def jit_options(x, out):
    options.forall(x.size, tpb=8)(x, out)


@cuda.jit
def heat_step(buf_0, buf_1, timesteps, k):
    i = cuda.grid(1)
    if i >= len(buf_0):
        return
    next_step = 0
    for step in range(timesteps):
        if next_step % 2 == 0:
            data = buf_0
            next_data = buf_1
        else:
            data = buf_1
            next_data = buf_0
        curr_temp = data[i]
        if i == 0:
            next_temp = curr_temp + k * (data[i + 1] - (2 * curr_temp))
        elif i == len(data) - 1:
            next_temp = curr_temp + k * (data[i - 1] - (2 * curr_temp))
        else:
            next_temp = curr_temp + k * (
                data[i - 1] - (2 * curr_temp) + data[i + 1]
            )
        next_data[i] = next_temp
        next_step += 1
        cuda.syncthreads()


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 20}}


def heat(x, out):
    buf_0 = cuda.to_device(x)
    buf_1 = cuda.device_array_like(buf_0)
    heat_step[1, 20](buf_0, buf_1, 6, 0.25)
    out[:] = buf_0


@cuda.jit
def blur_kernel(img, out, radius: int):
    x, y = cuda.grid(2)
    rows, cols = img.shape[:2]
    if x < rows and y < cols:
        total: float = 0.0
        count = 0
        for i in range(-radius, radius + 1):
            for j in range(-radius, radius + 1):
                if 0 <= x + i < rows and 0 <= y + j < cols:
                    total += img[x + i, y + j]
                    count += 1
        out[x, y] = total / count


# entry: {"parameters": "img:uint8[h,w] out:float32[h,w]! h:int32 w:int32", "dims": {"h": 9, "w": 13}}


def blur(img, out, h, w):
    tpb = (4, 4)
    bpg = ((h + tpb[0] - 1) // tpb[0], (w + tpb[1] - 1) // tpb[1])
    blur_kernel[bpg, tpb](img, out, 2)


@cuda.jit
def histogram_shared(img, hist):
    local_hist = cuda.shared.array(shape=256, dtype=int32)
    tid = cuda.threadIdx.x
    for b in range(tid, 256, cuda.blockDim.x):
        local_hist[b] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    stride = cuda.gridsize(1)
    while i < img.size:
        cuda.atomic.add(local_hist, img[i], 1)
        i += stride
    cuda.syncthreads()
    for b in range(tid, hist.shape[0], cuda.blockDim.x):
        cuda.atomic.add(hist, b, local_hist[b])


# entry: {"parameters": "img:uint8[n] hist:int32[m]!", "dims": {"n": 500, "m": 256}}


def histogram(img, hist):
    hist[:] = 0
    histogram_shared[2, 64](img, hist)


@cuda.jit
def rgb(img, gray):
    y, x = cuda.grid(2)
    if y < img.shape[0] and x < img.shape[1]:
        r, g, b = img[y, x, 0], img[y, x, 1], img[y, x, 2]
        gray[y, x] = 0.2989 * r + 0.587 * g + 0.114 * b


# entry: {"parameters": "img:uint8[h,w,3] gray:uint8[h,w]! h:int32 w:int32", "dims": {"h": 6, "w": 5}}


def gray_interleaved(img, gray, h, w):
    rgb[(1, 1), (8, 8)](img, gray)
