"""Kernels that courses use as examples."""
import math

import numpy as np
from numba import cuda, float32, int32

THREADS = 32


@cuda.jit
def gcd_kernel(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        a, b = abs(x[i]), abs(y[i])
        while b:
            a, b = b, a % b
        out[i] = a


# entry: {"parameters": "x:int32[n] y:int32[n] out:int32[n]!", "dims": {"n": 40}}


def gcd(x, y, out):
    gcd_kernel[2, THREADS](x, y, out)


@cuda.jit(device=True)
def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


@cuda.jit
def primes_kernel(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = is_prime(i)


# entry: {"parameters": "out:int32[n]!", "dims": {"n": 90}}


def primes(out):
    primes_kernel[3, THREADS](out)


@cuda.jit
def life_kernel(x, out):
    row, col = cuda.grid(2)
    h, w = x.shape
    if row < h and col < w:
        alive = 0
        for dr in range(-1, 2):
            for dc in range(-1, 2):
                if dr != 0 or dc != 0:
                    alive += x[(row + dr) % h, (col + dc) % w] % 2
        out[row, col] = 1 if alive == 3 or (alive == 2 and x[row, col] % 2 == 1) else 0


# entry: {"parameters": "x:int32[h,w] out:int32[h,w]!", "dims": {"h": 9, "w": 11}}


def life(x, out):
    life_kernel[(2, 2), (8, 8)](x, out)


@cuda.jit
def heat_kernel(x, out):
    row, col = cuda.grid(2)
    if 1 <= row < x.shape[0] - 1 and 1 <= col < x.shape[1] - 1:
        out[row, col] = x[row, col] + 0.1 * (
            x[row - 1, col] + x[row + 1, col] + x[row, col - 1] + x[row, col + 1] - 4 * x[row, col]
        )


# entry: {"parameters": "x:float64[h,w] out:float64[h,w]!", "dims": {"h": 12, "w": 10}}


def heat(x, out):
    other = cuda.device_array_like(out)
    copy_kernel[(2, 2), (8, 8)](x, other)
    for _ in range(4):
        heat_kernel[(2, 2), (8, 8)](other, out)
        copy_kernel[(2, 2), (8, 8)](out, other)


@cuda.jit
def copy_kernel(x, out):
    row, col = cuda.grid(2)
    if row < x.shape[0] and col < x.shape[1]:
        out[row, col] = x[row, col]


@cuda.jit
def bitonic_kernel(x, out):
    own = cuda.shared.array(64, float32)
    t = cuda.threadIdx.x
    own[t] = x[t]
    cuda.syncthreads()
    k = 2
    while k <= 64:
        j = k // 2
        while j > 0:
            other = t ^ j
            if other > t:
                up = (t & k) == 0
                if (own[t] > own[other]) == up:
                    own[t], own[other] = own[other], own[t]
            cuda.syncthreads()
            j //= 2
        k *= 2
    out[t] = own[t]


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 64}}


def bitonic(x, out):
    bitonic_kernel[1, 64](x, out)


@cuda.jit
def matvec_kernel(m, x, out):
    row = cuda.grid(1)
    if row < m.shape[0]:
        total = 0.0
        for col in range(m.shape[1]):
            total += m[row, col] * x[col]
        out[row] = total


# entry: {"parameters": "m:float64[h,w] x:float64[w] out:float64[h]!", "dims": {"h": 20, "w": 13}}


def matvec(m, x, out):
    matvec_kernel[1, THREADS](m, x, out)


@cuda.jit
def outer_kernel(x, y, out):
    i, j = cuda.grid(2)
    if i < x.size and j < y.size:
        out[i, j] = x[i] * y[j]


# entry: {"parameters": "x:float32[h] y:float32[w] out:float32[h,w]!", "dims": {"h": 6, "w": 9}}


def outer(x, y, out):
    outer_kernel[(1, 2), (8, 8)](x, y, out)


@cuda.jit
def softmax_kernel(x, out):
    row = cuda.grid(1)
    if row < x.shape[0]:
        largest = x[row, 0]
        for col in range(1, x.shape[1]):
            largest = max(largest, x[row, col])
        total = 0.0
        for col in range(x.shape[1]):
            total += math.exp(x[row, col] - largest)
        for col in range(x.shape[1]):
            out[row, col] = math.exp(x[row, col] - largest) / total


# entry: {"parameters": "x:float64[h,w] out:float64[h,w]!", "dims": {"h": 5, "w": 8}}


def softmax(x, out):
    softmax_kernel[1, 8](x, out)


@cuda.jit
def argmax_kernel(x, out):
    row = cuda.grid(1)
    if row < x.shape[0]:
        best = 0
        for col in range(x.shape[1]):
            if x[row, col] > x[row, best]:
                best = col
        out[row] = best


# entry: {"parameters": "x:float32[h,w] out:int32[h]!", "dims": {"h": 7, "w": 12}}


def argmax(x, out):
    argmax_kernel[1, 8](x, out)


@cuda.jit
def norm_kernel(x, out):
    row = cuda.blockIdx.x
    part = cuda.shared.array(8, float32)
    total = float32(0)
    for col in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
        total += x[row, col] * x[row, col]
    part[cuda.threadIdx.x] = total
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        all_ = float32(0)
        for t in range(cuda.blockDim.x):
            all_ += part[t]
        out[row] = math.sqrt(all_)


# entry: {"parameters": "x:float32[h,w] out:float32[h]!", "dims": {"h": 4, "w": 30}}


def norms(x, out):
    norm_kernel[x.shape[0], 8](x, out)


@cuda.jit
def distances_kernel(x, y, out):
    i, j = cuda.grid(2)
    if i < x.shape[0] and j < y.shape[0]:
        total = 0.0
        for d in range(x.shape[1]):
            diff = x[i, d] - y[j, d]
            total += diff * diff
        out[i, j] = total ** 0.5


# entry: {"parameters": "x:float64[h,d] y:float64[w,d] out:float64[h,w]!", "dims": {"h": 6, "w": 5, "d": 3}}


def distances(x, y, out):
    distances_kernel[(1, 1), (8, 8)](x, y, out)


@cuda.jit
def pooled_kernel(x, out):
    row, col = cuda.grid(2)
    if row < out.shape[0] and col < out.shape[1]:
        best = x[2 * row, 2 * col]
        for dr in range(2):
            for dc in range(2):
                best = max(best, x[2 * row + dr, 2 * col + dc])
        out[row, col] = best


# entry: {"parameters": "x:float32[a,b] out:float32[h,w]!", "dims": {"a": 10, "b": 12, "h": 5, "w": 6}}


def pooled(x, out):
    pooled_kernel[(1, 1), (8, 8)](x, out)


@cuda.jit
def convolution_kernel(x, weights, out):
    row, col = cuda.grid(2)
    radius = weights.shape[0] // 2
    if row < x.shape[0] and col < x.shape[1]:
        total = 0.0
        for dr in range(-radius, radius + 1):
            for dc in range(-radius, radius + 1):
                r = min(max(row + dr, 0), x.shape[0] - 1)
                c = min(max(col + dc, 0), x.shape[1] - 1)
                total += x[r, c] * weights[dr + radius, dc + radius]
        out[row, col] = total


# entry: {"parameters": "x:float64[h,w] weights:float64[k,k] out:float64[h,w]!", "dims": {"h": 9, "w": 7, "k": 3}}


def convolution(x, weights, out):
    convolution_kernel[(2, 1), (8, 8)](x, weights, out)


@cuda.jit
def bigger_kernel(x, out):
    row, col = cuda.grid(2)
    if row < out.shape[0] and col < out.shape[1]:
        out[row, col] = x[row // 2, col // 2]


# entry: {"parameters": "x:uint8[a,b] out:uint8[h,w]!", "dims": {"a": 4, "b": 5, "h": 8, "w": 10}}


def bigger(x, out):
    bigger_kernel[(1, 2), (8, 8)](x, out)


@cuda.jit
def sobel_kernel(x, out):
    row, col = cuda.grid(2)
    if 0 < row < x.shape[0] - 1 and 0 < col < x.shape[1] - 1:
        across = int32(x[row - 1, col + 1]) + 2 * x[row, col + 1] + x[row + 1, col + 1]
        across -= int32(x[row - 1, col - 1]) + 2 * x[row, col - 1] + x[row + 1, col - 1]
        down = int32(x[row + 1, col - 1]) + 2 * x[row + 1, col] + x[row + 1, col + 1]
        down -= int32(x[row - 1, col - 1]) + 2 * x[row - 1, col] + x[row - 1, col + 1]
        out[row, col] = min(int(math.sqrt(float(across * across + down * down))), 255)


# entry: {"parameters": "x:int32[h,w] out:int32[h,w]!", "dims": {"h": 10, "w": 9}}


def sobel(x, out):
    sobel_kernel[(2, 2), (8, 8)](x, out)


@cuda.jit
def gather_kernel(x, index, out):
    i = cuda.grid(1)
    if i < out.size:
        at = index[i] % x.size
        out[i] = x[at]


# entry: {"parameters": "x:float32[m] index:int32[n] out:float32[n]!", "dims": {"m": 15, "n": 40}}


def gather(x, index, out):
    gather_kernel[2, THREADS](x, index, out)


@cuda.jit
def product_kernel(rows, columns, values, x, out):
    row = cuda.grid(1)
    if row < out.size:
        total = 0.0
        for k in range(rows[row], rows[row + 1]):
            total += values[k] * x[columns[k]]
        out[row] = total


# entry: {"parameters": "rows:int32[m] columns:int32[k] values:float64[k] x:float64[n] out:float64[n]!", "dims": {"m": 5, "k": 7, "n": 4}, "given": {"rows": [0, 2, 3, 3, 7], "columns": [0, 3, 1, 0, 1, 2, 3]}}


def sparse_product(rows, columns, values, x, out):
    product_kernel[1, 8](rows, columns, values, x, out)


@cuda.jit
def smoothed_kernel(x, out, width):
    i = cuda.grid(1)
    if i < x.size:
        first = max(0, i - width)
        last = min(x.size, i + width + 1)
        total = 0.0
        for k in range(first, last):
            total += x[k]
        out[i] = total / (last - first)


# entry: {"parameters": "x:float64[n] out:float64[n]!", "dims": {"n": 45}}


def smoothed(x, out):
    smoothed_kernel[2, THREADS](x, out, 3)


@cuda.jit(device=True)
def curve(t):
    return math.sin(t) * t


@cuda.jit
def integral_kernel(out, steps):
    i = cuda.grid(1)
    if i < out.size:
        width = 1.0 / steps
        total = 0.0
        for k in range(steps):
            t = i + (k + 0.5) * width
            total += curve(t) * width
        out[i] = total


# entry: {"parameters": "out:float64[n]!", "dims": {"n": 10}}


def integral(out):
    integral_kernel[1, 16](out, 50)


@cuda.jit
def random_kernel(out, trials):
    i = cuda.grid(1)
    if i < out.size:
        state = np.uint32(12345) + np.uint32(i)
        hits = 0
        for _ in range(trials):
            state = np.uint32(state * np.uint32(1664525) + np.uint32(1013904223))
            x = (state >> 8) / 16777216.0
            state = np.uint32(state * np.uint32(1664525) + np.uint32(1013904223))
            y = (state >> 8) / 16777216.0
            if x * x + y * y <= 1.0:
                hits += 1
        out[i] = 4.0 * hits / trials


# entry: {"parameters": "out:float64[n]!", "dims": {"n": 16}}


def random_pi(out):
    random_kernel[1, 16](out, 100)


@cuda.jit
def levels_kernel(first, starts, ends, level, depth):
    """Each vertex looks at the edges to it."""
    v = cuda.grid(1)
    if v < level.size and depth == 0:
        level[v] = 0 if v == 0 else -1
    elif v < level.size and level[v] < 0:
        for e in range(starts.size):
            if ends[e] == v and first[starts[e]] == depth - 1:
                level[v] = depth


@cuda.jit
def kept_kernel(level, first):
    v = cuda.grid(1)
    if v < level.size:
        first[v] = level[v]


# entry: {"parameters": "starts:int32[e] ends:int32[e] out:int32[n]!", "dims": {"e": 7, "n": 6}, "given": {"starts": [0, 0, 1, 2, 3, 4, 1], "ends": [1, 2, 3, 3, 4, 5, 4]}}


def search(starts, ends, out):
    first = cuda.device_array_like(out)
    for depth in range(5):
        levels_kernel[1, 8](first, starts, ends, out, depth)
        kept_kernel[1, 8](out, first)


@cuda.jit
def carry_kernel(x, out):
    sums = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    sums[t] = x[t]
    cuda.syncthreads()
    d = 1
    while d < 32:
        at = (t + 1) * 2 * d - 1
        if at < 32:
            sums[at] += sums[at - d]
        cuda.syncthreads()
        d *= 2
    if t == 0:
        sums[31] = 0
    cuda.syncthreads()
    d = 16
    while d >= 1:
        at = (t + 1) * 2 * d - 1
        if at < 32:
            before = sums[at - d]
            sums[at - d] = sums[at]
            sums[at] += before
        cuda.syncthreads()
        d //= 2
    out[t] = sums[t]


# entry: {"parameters": "x:int32[n] out:int32[n]!", "dims": {"n": 32}}


def exclusive_scan(x, out):
    carry_kernel[1, 32](x, out)


@cuda.jit
def halves_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size // 2:
        left, right = x[: x.size // 2], x[x.size // 2 :]
        out[i] = left[i] + right[i]
        out[out.size - 1 - i] = left[i] - right[i]


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 26}}


def halves(x, out):
    halves_kernel[1, 16](x, out)


@cuda.jit
def luma_kernel(x, out):
    i = cuda.grid(1)
    n = out.size
    if i < n:
        flat = x.reshape(3, n)
        out.ravel()[i] = int(0.2989 * flat[0, i] + 0.5870 * flat[1, i] + 0.1140 * flat[2, i])


# entry: {"parameters": "x:uint8[c,h,w] out:uint8[h,w]!", "dims": {"c": 3, "h": 6, "w": 7}}


def luma(x, out):
    luma_kernel[2, THREADS](x, out)


@cuda.jit
def interpolated_kernel(x, out):
    i = cuda.grid(1)
    if i < out.size:
        place = i * (x.size - 1) / (out.size - 1)
        at = min(int(math.floor(place)), x.size - 2)
        share = place - at
        out[i] = (1 - share) * x[at] + share * x[at + 1]


# entry: {"parameters": "x:float64[m] out:float64[n]!", "dims": {"m": 9, "n": 30}}


def interpolated(x, out):
    interpolated_kernel[1, THREADS](x, out)


@cuda.jit
def powers_kernel(out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = 2 ** (i % 20)
        out[i, 1] = i ** 3
        out[i, 2] = (-3) ** (i % 5)
        out[i, 3] = ~i ^ (i << 3)


# entry: {"parameters": "out:int64[n,4]!", "dims": {"n": 25}}


def powers(out):
    powers_kernel[1, THREADS](out)


@cuda.jit
def backwards(x, out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        whole = x[::-1]
        steps = x[-2:0:-3]
        none = x[2:8:-1]
        out[i] = whole[i] + steps[i % steps.shape[0]] + none.shape[0] + 10 * steps.shape[0] + x[i:][::-2][0]


# entry: {"parameters": "x:float32[n] out:float32[n]! n:int32", "dims": {"n": 20}}


def slices_backwards(x, out, n):
    backwards[1, 32](x, out)
