"""Kernels in the style of answers in forums, and of books: other spellings, integers, several launches."""

import math

import numba as nb
import numpy as np
from numba import boolean, cuda, float32, float64, int32, int64, types, uint32, uint64

M = 1 << 5
TILE = np.int32(4)
WARP = 32
FULL_MASK = 0xFFFFFFFF
dtype = np.float32
nb_type = nb.float32


@cuda.jit
def lcg_kernel(out, rounds):
    i = cuda.grid(1)
    if i < out.size:
        seed = uint32(i * 747796405 + 2891336453)
        for _ in range(rounds):
            seed = uint32(seed * 1664525 + 1013904223)
        out[i] = seed >> uint32(16)


# entry: {"parameters": "out:uint32[n]! n:int32", "dims": {"n": 40}}


def lcg(out, n):
    lcg_kernel[2, 32](out, 5)


@cuda.jit
def xorshift_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        s = np.uint32(x[i] + 1000)
        s ^= np.uint32(s << np.uint32(13))
        s ^= s >> np.uint32(17)
        s = np.uint32(s ^ (s << 5))
        out[i] = s


# entry: {"parameters": "x:int32[n] out:uint32[n]!", "dims": {"n": 40}}


def xorshift(x, out):
    xorshift_kernel[2, 32](x, out)


@cuda.jit(device=True)
def clamp(v, lo, hi):
    return lo if v < lo else hi if v > hi else v


@cuda.jit
def clamp_kernel(x, out, lo, hi):
    for i in range(cuda.grid(1), len(x), cuda.gridsize(1)):
        out[i] = clamp(x[i], lo, hi)


# entry: {"parameters": "x:float32[n] out:float32[n]! lo:float32 hi:float32", "dims": {"n": 90}, "scalars": {"lo": -0.5, "hi": 0.25}}


def clamp_(x, out, lo, hi):
    clamp_kernel[2, 32](x, out, lo, hi)


@cuda.jit
def bitonic_step(values, j, k):
    i = cuda.grid(1)
    ixj = i ^ j
    if ixj > i and ixj < values.size:
        if (i & k) == 0:
            if values[i] > values[ixj]:
                values[i], values[ixj] = values[ixj], values[i]
        else:
            if values[i] < values[ixj]:
                values[i], values[ixj] = values[ixj], values[i]


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 64}}


def bitonic(x, out, n):
    d = cuda.to_device(x)
    k = 2
    while k <= n:
        j = k >> 1
        while j > 0:
            bitonic_step[2, 32](d, j, k)
            j >>= 1
        k <<= 1
    out[:] = d


@cuda.jit
def odd_even(a, phase):
    i = 2 * cuda.grid(1) + phase
    if i + 1 < a.size and a[i] > a[i + 1]:
        tmp = a[i]
        a[i] = a[i + 1]
        a[i + 1] = tmp


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 17}}


def odd_even_sort(x, out, n):
    out[:] = x
    for step in range(n):
        odd_even[1, 16](out, step % 2)


@cuda.jit
def hillis_steele(src, dst, d):
    i = cuda.grid(1)
    n = src.shape[0]
    if i < n:
        dst[i] = src[i] + src[i - d] if i >= d else src[i]


# entry: {"parameters": "x:int32[n] out:int32[n]! n:int32", "dims": {"n": 50}}


def scan(x, out, n):
    a, b = cuda.to_device(x), cuda.device_array_like(x)
    d = 1
    while d < n:
        hillis_steele[2, 32](a, b, d)
        a, b = b, a
        d *= 2
    out[:] = a


@cuda.jit
def tile_transpose(a_in, a_out):
    tile = cuda.shared.array(shape=(8, 9), dtype=nb_type)
    x = cuda.blockIdx.x * 8 + cuda.threadIdx.x
    y = cuda.blockIdx.y * 8 + cuda.threadIdx.y
    if x < a_in.shape[1] and y < a_in.shape[0]:
        tile[cuda.threadIdx.y, cuda.threadIdx.x] = a_in[y, x]
    cuda.syncthreads()
    tx = cuda.blockIdx.y * 8 + cuda.threadIdx.x
    ty = cuda.blockIdx.x * 8 + cuda.threadIdx.y
    if tx < a_out.shape[1] and ty < a_out.shape[0]:
        a_out[ty][tx] = tile[cuda.threadIdx.x][cuda.threadIdx.y]


# entry: {"parameters": "x:float32[h,w] out:float32[w,h]! h:int32 w:int32", "dims": {"h": 11, "w": 13}}


def transpose(x, out, h, w):
    tile_transpose[(2, 2), (8, 8)](x, out)


@cuda.jit
def dist_kernel(p, q, out):
    i, j = cuda.grid(2)
    if i < p.shape[0] and j < q.shape[0]:
        acc = float32(0.0)
        for d in range(p.shape[1]):
            diff = p[i, d] - q[j, d]
            acc += diff * diff
        out[i, j] = math.sqrt(acc)


# entry: {"parameters": "p:float32[n,d] q:float32[m,d] out:float32[n,m]!", "dims": {"n": 7, "m": 5, "d": 3}}


def distances(p, q, out):
    n, m = out.shape
    dist_kernel[(n // 4 + 1, m // 4 + 1), (4, 4)](p, q, out)


@cuda.jit
def softmax_rows(x, out):
    row = cuda.grid(1)
    if row < x.shape[0]:
        m = -math.inf
        for j in range(x.shape[1]):
            m = max(m, x[row, j])
        s = 0.0
        for j in range(x.shape[1]):
            e = math.exp(x[row, j] - m)
            out[row, j] = e
            s += e
        for j in range(x.shape[1]):
            out[row, j] /= s


# entry: {"parameters": "x:float32[h,w] out:float32[h,w]! h:int32 w:int32", "dims": {"h": 5, "w": 9}}


def softmax(x, out, h, w):
    softmax_rows[1, 32](x, out)


@cuda.jit
def sieve_kernel(flags, limit):
    p = cuda.grid(1) + 2
    if p * p <= limit:
        for multiple in range(p * p, limit + 1, p):
            flags[multiple] = True


# entry: {"parameters": "out:uint8[n]! n:int32", "dims": {"n": 60}}


def sieve(out, n):
    out[:] = 0
    sieve_kernel[1, 8](out, n - 1)


@cuda.jit
def collatz_kernel(out):
    i = cuda.grid(1)
    if i >= out.size: return
    n = i + 1
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    out[i] = steps


# entry: {"parameters": "out:int32[n]!", "dims": {"n": 60}}


def collatz(out):
    collatz_kernel[2, 32](out)


@cuda.jit
def search_kernel(a, keys, out):
    i = cuda.grid(1)
    if i < keys.size:
        lo, hi = 0, a.size - 1
        found = -1
        while lo <= hi:
            mid = (lo + hi) // 2
            if a[mid] == keys[i]:
                found = mid
                break
            elif a[mid] < keys[i]:
                lo = mid + 1
            else:
                hi = mid - 1
        else:
            found = -lo - 1
        out[i] = found


# entry: {"parameters": "a:int32[n] keys:int32[m] out:int32[m]!", "dims": {"n": 8, "m": 6}, "given": {"a": [1, 3, 5, 7, 9, 11, 13, 15], "keys": [3, 4, 15, 16, 0, 1]}}


def search(a, keys, out):
    search_kernel[1, 32](a, keys, out)


@cuda.jit
def spmv_kernel(values, cols, ptr, x, y):
    row = cuda.grid(1)
    if row < y.size:
        start, end = ptr[row], ptr[row + 1]
        total = 0.
        for k in range(start, end):
            total += values[k] * x[cols[k]]
        y[row] = total


# entry: {"parameters": "values:float32[k] cols:int32[k] ptr:int32[p] x:float32[n] y:float32[m]!", "dims": {"k": 6, "p": 5, "n": 4, "m": 4}, "given": {"cols": [0, 2, 1, 0, 3, 2], "ptr": [0, 2, 3, 3, 6]}}


def spmv(values, cols, ptr, x, y):
    spmv_kernel[1, 32](values, cols, ptr, x, y)


@cuda.jit
def local_sort(x, out):
    i = cuda.grid(1)
    window = cuda.local.array(5, dtype=float32)
    n = x.size
    if i < n:
        for k in range(5):
            j = min(max(i + k - 2, 0), n - 1)
            window[k] = x[j]
        for a in range(4):
            for b in range(4 - a):
                if window[b] > window[b + 1]:
                    window[b], window[b + 1] = window[b + 1], window[b]
        out[i] = window[2]


# entry: {"parameters": "x:float32[n] out:float32[n]!", "dims": {"n": 45}}


def median(x, out):
    local_sort[2, 32](x, out)


@cuda.jit
def stencil_3d(u, v):
    i, j, k = cuda.grid(3)
    ni, nj, nk = u.shape
    if 0 < i < ni - 1 and 0 < j < nj - 1 and 0 < k < nk - 1:
        v[i, j, k] = (u[i - 1, j, k] + u[i + 1, j, k] + u[i, j - 1, k] + u[i, j + 1, k] +
                      u[i, j, k - 1] + u[i, j, k + 1] - 6 * u[i, j, k])


# entry: {"parameters": "u:float32[a,b,c] v:float32[a,b,c]! a:int32 b:int32 c:int32", "dims": {"a": 5, "b": 6, "c": 4}}


def laplace_3d(u, v, a, b, c):
    v[:] = 0
    bpg = tuple([2, 2, 1])
    stencil_3d[bpg, (4, 4, 4)](u, v)


@cuda.jit
def string_match(text, pattern, out):
    i = cuda.grid(1)
    if i <= text.shape[0] - pattern.shape[0]:
        ok = True
        for j in range(pattern.shape[0]):
            if text[i + j] != pattern[j]:
                ok = False
                break
        out[i] = ok
    elif i < out.size:
        out[i] = 0


# entry: {"parameters": "text:uint8[n] pattern:uint8[m] out:int32[n]!", "dims": {"n": 30, "m": 2}, "given": {"pattern": [119, 38]}}


def match(text, pattern, out):
    string_match[1, 32](text, pattern, out)


@cuda.jit
def nbody(pos, acc, eps):
    i = cuda.grid(1)
    n = pos.shape[0]
    if i < n:
        ax = ay = az = 0.0
        for j in range(n):
            dx = pos[j, 0] - pos[i, 0]
            dy = pos[j, 1] - pos[i, 1]
            dz = pos[j, 2] - pos[i, 2]
            inv = (dx * dx + dy * dy + dz * dz + eps) ** -1.5
            ax += dx * inv
            ay += dy * inv
            az += dz * inv
        acc[i, 0] = ax
        acc[i, 1] = ay
        acc[i, 2] = az


# entry: {"parameters": "pos:float32[n,3] acc:float32[n,3]! n:int32", "dims": {"n": 20}}


def forces(pos, acc, n):
    nbody[1, 32](pos, acc, 1e-2)


@cuda.jit
def horner(coef, x, out):
    i = cuda.grid(1)
    if i < x.size:
        r = 0
        for c in coef[::-1]:
            r = r * x[i] + c
        out[i] = r


# entry: {"parameters": "coef:float32[m] x:float32[n] out:float32[n]!", "dims": {"m": 4, "n": 20}}


def polynomial(coef, x, out):
    horner[1, 32](coef, x, out)


@cuda.jit
def popcount_kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        v = x[i] & 0xFF
        c = 0
        while v:
            c += v & 1
            v >>= 1
        out[i] = c + cuda.popc(x[i]) * 100


# entry: {"parameters": "x:uint8[n] out:int32[n]!", "dims": {"n": 40}}


def popcount(x, out):
    popcount_kernel[2, 32](x, out)


@cuda.jit
def roll_kernel(x, out, shift):
    i = cuda.grid(1)
    n = x.shape[0]
    if i < n:
        out[(i + shift) % n] = x[i]


# entry: {"parameters": "x:float32[n] out:float32[n]! shift:int32", "dims": {"n": 30}, "scalars": {"shift": -7}}


def roll(x, out, shift):
    roll_kernel[1, 32](x, out, shift)


@cuda.jit
def strided_view(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i]


# entry: {"parameters": "x:float32[n] out:float32[m]!", "dims": {"n": 20, "m": 10}}


def every_second(x, out):
    strided_view[1, 32](x[::2], out)


@cuda.jit
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


# entry: {"parameters": "a:float32 x:float32[n] y:float32[n]!", "dims": {"n": 50}, "scalars": {"a": 1.5}}


def saxpy_twice(a, x, y):
    y[:] = 0
    for _ in range(2):
        axpy[(x.size + 31) // 32, 32](dtype(a), x, y)
    cuda.synchronize()


@cuda.jit
def argmax_kernel(x, out):
    best = cuda.shared.array(32, float32)
    where = cuda.shared.array(32, int32)
    t = cuda.threadIdx.x
    best[t] = -np.inf
    where[t] = -1
    for i in range(t, x.size, 32):
        if x[i] > best[t]:
            best[t] = x[i]
            where[t] = i
    cuda.syncthreads()
    s = 16
    while s:
        if t < s and best[t + s] > best[t]:
            best[t] = best[t + s]
            where[t] = where[t + s]
        cuda.syncthreads()
        s //= 2
    if not t:
        out[0] = where[0]


# entry: {"parameters": "x:float32[n] out:int32[m]!", "dims": {"n": 77, "m": 1}}


def argmax(x, out):
    argmax_kernel[1, 32](x, out)


@cuda.jit
def bool_kernel(x, mask):
    i = cuda.grid(1)
    if i < x.size:
        is_big = x[i] > 0.5
        is_small = x[i] < -0.5
        mask[i] = is_big + 2 * is_small if not (is_big and is_small) else 9


# entry: {"parameters": "x:float32[n] mask:int32[n]!", "dims": {"n": 40}}


def masks(x, mask):
    bool_kernel[2, 32](x, mask)


@cuda.jit
def count_kernel(x, count, threshold):
    i = cuda.grid(1)
    if i < x.size and x[i] > threshold:
        cuda.atomic.add(count, 0, 1)


# entry: {"parameters": "x:float32[n] out:int32[m]! n:int32", "dims": {"n": 80, "m": 1}}


def count_above(x, out, n):
    count = cuda.to_device(np.array([0], dtype=np.int32))
    count_kernel[(n - 1) // 32 + 1, 32](x, count, 0.1)
    out[:] = count.copy_to_host()


@cuda.jit
def running(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        row = x[i]
        best = row[0]
        for v in row[1:]:
            best = max(best, v)
        out[i] = best


# entry: {"parameters": "x:float32[h,w] out:float32[h]! h:int32 w:int32", "dims": {"h": 6, "w": 8}}


def row_max(x, out, h, w):
    running[1, 32](x, out)


@cuda.jit
def swap_rows(a, r1, r2):
    c = cuda.grid(1)
    if c < a.shape[1]:
        a[r1, c], a[r2, c] = a[r2, c], a[r1, c]


# entry: {"parameters": "x:float32[h,w] out:float32[h,w]! h:int32 w:int32", "dims": {"h": 4, "w": 8}}


def swapped(x, out, h, w):
    out[:] = x
    swap_rows[1, 32](out, 0, h - 1)


@cuda.jit
def eliminate(a, k):
    i, j = cuda.grid(2)
    n = a.shape[0]
    if k < i < n and k < j < a.shape[1]:
        a[i, j] -= a[i, k] / a[k, k] * a[k, j]


# entry: {"parameters": "x:float32[n,n] out:float32[n,n]! n:int32", "dims": {"n": 5}}


def gauss(x, out, n):
    out[...] = x
    for k in range(n - 1):
        eliminate[(1, 1), (8, 8)](out, k)


@cuda.jit
def floyd(dist, k):
    i, j = cuda.grid(2)
    n = dist.shape[0]
    if i < n and j < n:
        through = dist[i, k] + dist[k, j]
        if through < dist[i, j]:
            dist[i, j] = through


# entry: {"parameters": "x:uint8[n,n] out:int32[n,n]! n:int32", "dims": {"n": 7}}


def paths(x, out, n):
    out[:] = x.astype(np.int32)
    blocks = (n + 3) // 4
    for k in range(n):
        floyd[(blocks, blocks), (4, 4)](out, k)
