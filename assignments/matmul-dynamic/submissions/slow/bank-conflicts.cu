// "The tiles may lie in shared memory as they like": n's lies transposed, so that lanes read a whole row apart.
__global__ void matmul_columns(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    extern __shared__ float ms[];
    float* ns = ms + tile * tile;
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * tile + ty;
    int col = blockIdx.x * tile + tx;
    float sum = 0.0f;
    for (int start = 0; start < k; start += tile) {
        ms[ty * tile + tx] = row < h && start + tx < k ? m[row * k + start + tx] : 0.0f;
        ns[tx * tile + ty] = start + ty < k && col < w ? n[(start + ty) * w + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < tile; i++) sum += ms[ty * tile + i] * ns[tx * tile + i];
        __syncthreads();
    }
    if (row < h && col < w) out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    dim3 block(tile, tile);
    dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
    matmul_columns<<<grid, block, 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w, k, tile);
}
