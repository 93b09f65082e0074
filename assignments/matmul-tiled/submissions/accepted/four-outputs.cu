#include <cuda_runtime.h>

// Tiles of 32 x 32 with 32 x 8 threads: each thread computes four elements of its column.
constexpr int TILE = 32, ROWS = 8, EACH = TILE / ROWS;

__global__ void matmul_four(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float ms[TILE][TILE];
    __shared__ float ns[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int col = blockIdx.x * TILE + tx;
    const int row0 = blockIdx.y * TILE + ty;

    float sum[EACH] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int start = 0; start < k; start += TILE) {
        for (int j = 0; j < EACH; j++) {
            int r = ty + j * ROWS;
            ms[r][tx] = (blockIdx.y * TILE + r < h && start + tx < k) ? m[(blockIdx.y * TILE + r) * k + start + tx] : 0.0f;
            ns[r][tx] = (start + r < k && col < w) ? n[(start + r) * w + col] : 0.0f;
        }
        __syncthreads();
        for (int i = 0; i < TILE; i++) {
            float b = ns[i][tx];
            for (int j = 0; j < EACH; j++) sum[j] += ms[ty + j * ROWS][i] * b;
        }
        __syncthreads();
    }
    for (int j = 0; j < EACH; j++) {
        int row = row0 + j * ROWS;
        if (row < h && col < w) out[row * w + col] = sum[j];
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(TILE, ROWS);
    dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
    matmul_four<<<grid, block>>>(m, n, out, h, w, k);
}
