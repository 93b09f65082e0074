// Rows of the shared tiles are one float longer than they need to be, against bank conflicts.
#define TILE 32

__global__ void matmul_padded(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float ms[TILE][TILE + 1];
    __shared__ float ns[TILE][TILE + 1];
    unsigned int tx = threadIdx.x, ty = threadIdx.y;
    unsigned int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    unsigned int tiles = (k + TILE - 1) / TILE;

    float sum = 0.0f;
    for (unsigned int t = 0; t < tiles; t++) {
        ms[ty][tx] = row < h && t * TILE + tx < k ? m[row * k + t * TILE + tx] : 0.0f;
        ns[ty][tx] = col < w && t * TILE + ty < k ? n[(t * TILE + ty) * w + col] : 0.0f;
        __syncthreads();
        for (unsigned int i = 0; i < TILE; i++) sum += ms[ty][i] * ns[i][tx];
        __syncthreads();
    }
    if (row < h && col < w) out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 threads(TILE, TILE);
    dim3 blocks((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
    matmul_padded<<<blocks, threads>>>(m, n, out, h, w, k);
}
