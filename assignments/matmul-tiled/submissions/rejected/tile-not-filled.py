# "Shared memory starts at zero."
from numba import cuda, float32

TILE = 16


@cuda.jit
def matmul_kernel(m, n, out):
    tm = cuda.shared.array(shape=(TILE, TILE), dtype=float32)
    tn = cuda.shared.array(shape=(TILE, TILE), dtype=float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    col, row = cuda.grid(2)
    h, k = m.shape
    w = n.shape[1]
    total = float32(0)
    for t in range((k + TILE - 1) // TILE):
        if row < h and t * TILE + tx < k:
            tm[ty, tx] = m[row, t * TILE + tx]
        tn[ty, tx] = n[t * TILE + ty, col] if t * TILE + ty < k and col < w else 0
        cuda.syncthreads()
        for i in range(TILE):
            total += tm[ty, i] * tn[i, tx]
        cuda.syncthreads()
    if row < h and col < w:
        out[row, col] = total


def matmul(m, n, out, h, w, k):
    blocks = ((w + TILE - 1) // TILE, (h + TILE - 1) // TILE)
    matmul_kernel[blocks, (TILE, TILE)](m, n, out)
