// "Two tiles, two extern arrays": both begin at the same address.
__global__ void matmul_tiles(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    extern __shared__ float ms[];
    extern __shared__ float ns[];

    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * tile + ty;
    int col = blockIdx.x * tile + tx;

    float sum = 0.0f;
    for (int t = 0; t < (k + tile - 1) / tile; t++) {
        int mc = t * tile + tx;
        int nr = t * tile + ty;
        ms[ty * tile + tx] = row < h && mc < k ? m[row * k + mc] : 0.0f;
        ns[ty * tile + tx] = nr < k && col < w ? n[nr * w + col] : 0.0f;
        __syncthreads();

        for (int i = 0; i < tile; i++) {
            sum += ms[ty * tile + i] * ns[i * tile + tx];
        }
        __syncthreads();
    }
    if (row < h && col < w) {
        out[row * w + col] = sum;
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    dim3 block(tile, tile);
    dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
    size_t bytes = 2 * tile * tile * sizeof(float);
    matmul_tiles<<<grid, block, bytes>>>(m, n, out, h, w, k, tile);
}
