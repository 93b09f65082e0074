"""Map, zip and reduce of tensors with strides and broadcasting, as in minitorch."""
import numba
from numba import cuda

MAX_DIMS = 4


@cuda.jit(device=True)
def index_to_position(index, strides, dims):
    position = 0
    for d in range(dims):
        position += index[d] * strides[d]
    return position


@cuda.jit(device=True)
def to_index(ordinal, shape, dims, out_index):
    left = ordinal
    for d in range(dims - 1, -1, -1):
        size = shape[d]
        out_index[d] = left % size
        left = left // size


@cuda.jit(device=True)
def broadcast_index(big_index, big_dims, shape, dims, out_index):
    for d in range(dims):
        offset = d + big_dims - dims
        out_index[d] = big_index[offset] if shape[d] != 1 else 0


@cuda.jit(device=True)
def neg(v):
    return -v


# entry: {"parameters": "x:float32[m] xs:int32[d] xt:int32[d] s:int32[d] t:int32[d] out:float32[n]!", "dims": {"m": 4, "n": 12, "d": 2}, "given": {"xs": [1, 4], "xt": [4, 1], "s": [3, 4], "t": [4, 1]}}
@cuda.jit
def map_kernel(out, out_shape, out_strides, out_size, in_storage, in_shape, in_strides, dims):
    out_index = cuda.local.array(MAX_DIMS, numba.int32)
    in_index = cuda.local.array(MAX_DIMS, numba.int32)
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if i < out_size:
        to_index(i, out_shape, dims, out_index)
        broadcast_index(out_index, dims, in_shape, dims, in_index)
        o = index_to_position(out_index, out_strides, dims)
        j = index_to_position(in_index, in_strides, dims)
        out[o] = neg(in_storage[j])


def tensor_map(x, xs, xt, s, t, out):
    map_kernel[1, 32](out, s, t, out.size, x, xs, xt, s.size)


# entry: {"parameters": "x:float32[m] y:float32[k] s:int32[d] xt:int32[d] yt:int32[d] out:float32[n]!", "dims": {"m": 4, "k": 3, "n": 12, "d": 2}, "given": {"s": [3, 4], "xt": [0, 1], "yt": [1, 0]}}
@cuda.jit
def zip_kernel(out, shape, a, a_strides, b, b_strides, dims):
    index = cuda.local.array(MAX_DIMS, numba.int32)
    i = cuda.grid(1)
    if i < out.size:
        to_index(i, shape, dims, index)
        out[i] = a[index_to_position(index, a_strides, dims)] * b[index_to_position(index, b_strides, dims)]


def tensor_zip(x, y, s, xt, yt, out):
    zip_kernel[1, 32](out, s, x, xt, y, yt, len(s))


# entry: {"parameters": "x:float32[h,w] out:float32[h]!", "dims": {"h": 5, "w": 50}}
@cuda.jit
def reduce_kernel(x, out):
    BLOCK_DIM = 64
    cache = cuda.shared.array(64, numba.float64)
    row = cuda.blockIdx.x
    pos = cuda.threadIdx.x
    cache[pos] = x[row, pos] if pos < x.shape[1] else 0.0
    cuda.syncthreads()
    step = 1
    while step < BLOCK_DIM:
        if pos % (2 * step) == 0:
            cache[pos] += cache[pos + step]
        cuda.syncthreads()
        step *= 2
    if pos == 0:
        out[row] = cache[0]


def tensor_reduce(x, out):
    reduce_kernel[x.shape[0], 64](x, out)
