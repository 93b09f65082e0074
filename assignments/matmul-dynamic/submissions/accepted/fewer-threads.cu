#include <cuda_runtime.h>

// A quarter of the threads: each makes up to four elements of its column, and loads as many rows of both tiles.
#define EACH 4

__global__ void matmul_fewer(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    extern __shared__ float ms[];
    float* ns = ms + tile * tile;
    int tx = threadIdx.x;
    int col = blockIdx.x * tile + tx;
    int top = blockIdx.y * tile;

    float sum[EACH] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int start = 0; start < k; start += tile) {
        for (int r = threadIdx.y; r < tile; r += blockDim.y) {
            ms[r * tile + tx] = top + r < h && start + tx < k ? m[(top + r) * k + start + tx] : 0.0f;
            ns[r * tile + tx] = start + r < k && col < w ? n[(start + r) * w + col] : 0.0f;
        }
        __syncthreads();
        for (int j = 0; j < EACH; j++) {
            int r = threadIdx.y + j * blockDim.y;
            if (r < tile) {
                for (int i = 0; i < tile; i++) sum[j] += ms[r * tile + i] * ns[i * tile + tx];
            }
        }
        __syncthreads();
    }
    for (int j = 0; j < EACH; j++) {
        int r = threadIdx.y + j * blockDim.y;
        if (r < tile && top + r < h && col < w) out[(top + r) * w + col] = sum[j];
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    dim3 block(tile, (tile + EACH - 1) / EACH);
    dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
    matmul_fewer<<<grid, block, 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w, k, tile);
}
