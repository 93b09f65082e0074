"""Kernels in which each thread makes an element of its own."""
import math

import numpy as np
from numba import cuda, float32, int32

SCALE = 3
OFFSETS = (1, 4)


# entry: {"parameters": "x:float32[n] y:float32[n] out:float32[n]!", "dims": {"n": 100}}
@cuda.jit
def add_kernel(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] + y[i]


def add(x, y, out):
    add_kernel[4, 32](x, y, out)


# entry: {"parameters": "x:float32[n] out:float32[n]! a:float32 n:int32", "dims": {"n": 77}, "scalars": {"a": 0.5}}
@cuda.jit
def axpy_kernel(a, x, out, n):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    for i in range(start, n, stride):
        out[i] += a * x[i] + SCALE


def axpy(x, out, a, n):
    axpy_kernel[2, 16](a, x, out, n)


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 50}}
@cuda.jit
def relu_kernel(x, out, n):
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i >= n:
        return
    out[i] = x[i] if x[i] > 0 else 0.1 * x[i]


def relu(x, out, n):
    threads = 16
    blocks = math.ceil(n / threads)
    relu_kernel[blocks, threads](x, out, n)


# entry: {"parameters": "x:int32[n] y:int32[n] out:int64[n,5]!", "dims": {"n": 60}}
@cuda.jit
def integers_kernel(x, y, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        d = y[i] if y[i] != 0 else 7
        out[i, 0] = x[i] // d
        out[i, 1] = x[i] % d
        out[i, 2] = x[i] * y[i] - (x[i] << 2)
        out[i, 3] = (x[i] & 255) | (y[i] ^ 3)
        out[i, 4] = -x[i] >> 1


def integers(x, y, out):
    integers_kernel[(4,), (16,)](x, y, out)


# entry: {"parameters": "x:float32[n] y:float32[n] out:float32[n,4]!", "dims": {"n": 40}}
@cuda.jit
def remainders_kernel(x, y, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        d = y[i] + 1.5
        out[i, 0] = x[i] // d
        out[i, 1] = x[i] % d
        out[i, 2] = x[i] / d
        out[i, 3] = x[i] ** 2 + d**0.5


def remainders(x, y, out):
    remainders_kernel[2, 32](x, y, out)


# entry: {"parameters": "x:float32[n] out:float64[n,10]!", "dims": {"n": 30}}
@cuda.jit
def functions_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = abs(x[i]) + 0.25
        out[i, 0] = math.sqrt(v)
        out[i, 1] = math.exp(x[i])
        out[i, 2] = math.log(v)
        out[i, 3] = math.sin(x[i]) * math.cos(v)
        out[i, 4] = math.tanh(x[i]) + math.erf(v)
        out[i, 5] = math.floor(x[i] * 10) + math.ceil(v)
        out[i, 6] = math.pow(v, 1.5)
        out[i, 7] = math.atan2(x[i], v) * math.pi
        out[i, 8] = max(x[i], 0.25) + min(v, 0.5)
        out[i, 9] = math.fabs(x[i]) + int(x[i] * 64)


def functions(x, out):
    functions_kernel[1, 32](x, out)


# entry: {"parameters": "x:int32[n] out:int32[n]!", "dims": {"n": 64}}
@cuda.jit
def collatz_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        value = abs(x[i]) + 1
        steps = 0
        while value != 1:
            if value % 2 == 0:
                value //= 2
            else:
                value = 3 * value + 1
            steps += 1
            if steps >= 500:
                break
        out[i] = steps


def collatz(x, out):
    collatz_kernel[2, 32](x, out)


# entry: {"parameters": "x:int32[n] out:int32[n]!", "dims": {"n": 33}}
@cuda.jit
def loops_kernel(x, out):
    i = cuda.grid(1)
    if i >= x.size:
        return
    total = 0
    for k in range(10):
        if k == 3:
            continue
        for j in range(k, 0, -2):
            if j + k > 12 and not x[i] < 0:
                break
            total += j
    a, b = 1, 2
    for _ in range(5):
        a, b = b, a + b
    out[i] = total + a + x[i]


def loops(x, out):
    loops_kernel[3, 16](x, out)


@cuda.jit(device=True)
def clamp(v, low, high):
    if v < low:
        return low
    elif v > high:
        return high
    else:
        return v


# entry: {"parameters": "x:float32[n] out:uint8[n]!", "dims": {"n": 48}}
@cuda.jit
def bytes_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = int(clamp(x[i] * 200.0 + 100.5, 0.0, 255.0))


def bytes_(x, out):
    bytes_kernel[3, 16](x, out)


# entry: {"parameters": "x:float32[h,w] out:float32[h,w]! h:int32 w:int32", "dims": {"h": 13, "w": 9}}
@cuda.jit
def blur_kernel(x, out):
    """The mean of an element and its neighbors."""
    row, col = cuda.grid(2)
    h, w = x.shape
    if row < h and col < w:
        total = 0.0
        count = 0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if 0 <= row + dr < h and 0 <= col + dc < w:
                    total += x[row + dr, col + dc]
                    count += 1
        out[row, col] = total / count


def blur(x, out, h, w):
    blur_kernel[((h + 7) // 8, (w + 7) // 8), (8, 8)](x, out)


# entry: {"parameters": "x:float32[d,h,w] out:float32[d,h,w]!", "dims": {"d": 3, "h": 5, "w": 6}}
@cuda.jit
def volume_kernel(x, out):
    i, j, k = cuda.grid(3)
    if i < x.shape[0] and j < x.shape[1] and k < x.shape[2]:
        out[i, j, k] = x[i, j, k] + 100 * i + 10 * j + k


def volume(x, out):
    volume_kernel[(1, 2, 2), (4, 4, 4)](x, out)


@cuda.jit(device=True)
def total_of(row):
    total = 0.0
    for i in range(row.shape[0]):
        total += row[i]
    return total


# entry: {"parameters": "x:float32[h,w] out:float32[h,4]!", "dims": {"h": 6, "w": 10}}
@cuda.jit
def views_kernel(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        row = x[i]
        out[i, 0] = total_of(row)
        out[i, 1] = total_of(row[2:7])
        out[i, 2] = total_of(x[i, ::3])
        out[i, 3] = total_of(x[:, i]) + len(row)


def views(x, out):
    views_kernel[1, 8](x, out)


# entry: {"parameters": "x:uint32[n] out:uint32[n]!", "dims": {"n": 40}}
@cuda.jit
def hash_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        h = np.uint32(x[i])
        h ^= h >> np.uint32(16)
        h = np.uint32(h * np.uint32(0x45D9F3B))
        h ^= h >> np.uint32(13)
        out[i] = h


def hash_(x, out):
    hash_kernel[2, 32](x, out)


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 24}}
@cuda.jit
def sorted_kernel(x, out):
    i = cuda.grid(1)
    if i * 4 + 3 < x.size:
        own = cuda.local.array(4, float32)
        for k in range(4):
            own[k] = x[4 * i + k]
        for k in range(1, 4):
            value = own[k]
            j = k - 1
            while j >= 0 and own[j] > value:
                own[j + 1] = own[j]
                j -= 1
            own[j + 1] = value
        for k in range(4):
            out[4 * i + k] = own[k]


def sorted_(x, out):
    sorted_kernel[1, 8](x, out)


# entry: {"parameters": "x:float64[n] out:float64[n]!", "dims": {"n": 20}}
@cuda.jit
def polynomial_kernel(x, out):
    pos = cuda.grid(1)
    if pos < x.size:
        out[pos] = ((x[pos] * SCALE + OFFSETS[0]) * x[pos] - OFFSETS[1]) * x[pos]


def polynomial(x, out):
    polynomial_kernel[1, 32](x, out)


# entry: {"parameters": "out:float32[h,w]! h:int32 w:int32", "dims": {"h": 12, "w": 16}}
@cuda.jit
def mandelbrot_kernel(out, limit):
    y, x = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        cr = x * (3.0 / out.shape[1]) - 1.93
        ci = y * (2.0 / out.shape[0]) - 1.0
        zr = 0.0
        zi = 0.0
        n = 0
        while zr * zr + zi * zi <= 4.0 and n < limit:
            zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
            n += 1
        out[y, x] = n


def mandelbrot(out, h, w):
    threads = (8, 8)
    blocks = (int(math.ceil(h / threads[0])), int(math.ceil(w / threads[1])))
    mandelbrot_kernel[blocks, threads](out, 40)


# entry: {"parameters": "x:float32[h,w] out:float32[n]! n:int32", "dims": {"h": 4, "w": 5, "n": 20}}
@cuda.jit
def flat_kernel(x, out):
    i = cuda.grid(1)
    if i < out.size:
        flat = x.ravel()
        square = x.reshape(2, 10)
        out[i] = flat[i] - square[i // 10, i % 10] + x.T[i % 5, i // 5] + x.ndim


def flat(x, out, n):
    flat_kernel[2, 16](x, out)


# entry: {"parameters": "x:int32[n] out:int32[n,3]!", "dims": {"n": 32}}
@cuda.jit
def logic_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        big = x[i] > 100
        even = x[i] % 2 == 0
        out[i, 0] = big and even
        out[i, 1] = int32(big or not even)
        out[i, 2] = 1 if (big, even)[1] else (2 if -300 < x[i] <= 100 else 3)


def logic(x, out):
    logic_kernel[1, 32](x, out)


# entry: {"parameters": "out:int64[n,5]!", "dims": {"n": 40}}
@cuda.jit
def wide_kernel(out):
    """Integers have 64 bits, those that are written in the program too."""
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = 1 << i
        out[i, 1] = 2**i
        out[i, 2] = 1000000 * (i + 3000)
        cuda.atomic.max(out, (i, 3), 5)
        out[i, 4] = max(i, 7) if 3 < i < 30 else -1


def wide(out):
    wide_kernel[2, 32](out)


# entry: {"parameters": "x:float64[n] y:float64[n] f:float32[n] g:float32[n] q:float64[n]! r:float32[n]!", "dims": {"n": 12}, "given": {"x": [1.0, 0.5, -1.0, -0.5, 0.3, 7.0, -7.0, 7.0, 0.0, 6.3, 1e300, 0.7], "y": [0.1, 0.1, 0.1, 0.1, -0.1, 2.0, 2.0, -2.0, 3.0, 0.9, 7.0, 0.1], "f": [1.0, 0.5, -1.0, -0.5, 0.3, 7.0, -7.0, 7.0, 0.0, 6.3, 1e30, 0.7], "g": [0.1, 0.1, 0.1, 0.1, -0.1, 2.0, 2.0, -2.0, 3.0, 0.9, 7.0, 0.1]}}
@cuda.jit
def floor_quotients_kernel(x, y, f, g, q, r):
    i = cuda.grid(1)
    if i < x.size:
        q[i] = x[i] // y[i]
        r[i] = f[i] // g[i]


def floor_quotients(x, y, f, g, q, r):
    floor_quotients_kernel[1, 32](x, y, f, g, q, r)


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 20}}
@cuda.jit
def named_values_kernel(x, out):
    if (SCALE := cuda.grid(1)) < x.size:
        j = 0
        while (j := j + 1) < 3:
            out[SCALE] += j
        k = 5
        for k, v in enumerate(x, k):
            out[SCALE] += k * v


def named_values(x, out):
    named_values_kernel[1, 32](x, out)


signal = np.array([1.0, 2.0, 4.0])


@cuda.jit(device=True)
def sum_of(pair, pair_0):
    pair_1 = pair[0] * 2
    return pair[0] + pair[1] + pair_0 + pair_1


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 20}}
@cuda.jit
def names_kernel(x, out):
    idx = cuda.grid(2)
    idx_0 = 7
    int_ = 1
    abs_ = 2
    M_PI = 3.0
    index = idx[0]
    if index < x.size:
        cos = math.cos(x[index])
        sin = math.sin(float(index))
        pow = x[index] ** 2.5 if x[index] > 0 else 1.0
        floor = math.floor(x[index])
        fabs = math.fabs(x[index])
        out[index] = sum_of((cos, sin), pow) + idx_0 + int_ + abs_ + M_PI + floor + fabs + signal[index % 3] + idx[1]


def names(x, out):
    names_kernel[1, 32](x, out)
