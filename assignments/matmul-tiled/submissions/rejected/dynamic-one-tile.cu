// Room for one tile is asked for; there are two.
__global__ void matmul_dyn(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    extern __shared__ float shared[];
    float* ms = shared;
    float* ns = shared + tile * tile;

    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * blockDim.y + ty;
    int c = blockIdx.x * blockDim.x + tx;

    float p = 0.0f;
    for (int ph = 0; ph < (k + tile - 1) / tile; ph++) {
        int idx = ph * tile;
        ms[ty * tile + tx] = r < h && idx + tx < k ? m[r * k + idx + tx] : 0.0f;
        ns[ty * tile + tx] = c < w && idx + ty < k ? n[(idx + ty) * w + c] : 0.0f;
        __syncthreads();
        for (int i = 0; i < tile; i++) {
            p += ms[ty * tile + i] * ns[tile * i + tx];
        }
        __syncthreads();
    }
    if (r < h && c < w) out[r * w + c] = p;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    int tile = 16;
    dim3 block(tile, tile);
    dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
    matmul_dyn<<<grid, block, tile * tile * sizeof(float)>>>(m, n, out, h, w, k, tile);
}
