// The kernel without tiles, in blocks of tile x tile.
__global__ void matmul_plain(const float* m, const float* n, float* out, int h, int w, int k) {
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= h || col >= w) return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + col];
    out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    dim3 block(tile, tile);
    dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
    matmul_plain<<<grid, block>>>(m, n, out, h, w, k);
}
