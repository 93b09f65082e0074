#include <cuda_runtime.h>

// Two pairs of tiles: the next pair is loaded while this one is used, so one barrier a step is enough.
__global__ void matmul_double(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    extern __shared__ float pairs[];
    const int size = tile * tile;
    int tx = threadIdx.x, ty = threadIdx.y, own = ty * tile + tx;
    int row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
    int steps = (k + tile - 1) / tile;

    pairs[own] = row < h && tx < k ? m[row * k + tx] : 0.0f;
    pairs[size + own] = col < w && ty < k ? n[ty * w + col] : 0.0f;
    float sum = 0.0f;
    for (int t = 0; t < steps; t++) {
        __syncthreads();
        float* now = pairs + (t % 2) * 2 * size;
        float* next = pairs + (1 - t % 2) * 2 * size;
        if (t + 1 < steps) {
            int mc = (t + 1) * tile + tx, nr = (t + 1) * tile + ty;
            next[own] = row < h && mc < k ? m[row * k + mc] : 0.0f;
            next[size + own] = col < w && nr < k ? n[nr * w + col] : 0.0f;
        }
        for (int i = 0; i < tile; i++) sum += now[ty * tile + i] * now[size + i * tile + tx];
    }
    if (row < h && col < w) out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    dim3 block(tile, tile);
    dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
    size_t pair = 2 * tile * tile * sizeof(float);
    matmul_double<<<grid, block, 2 * pair>>>(m, n, out, h, w, k, tile);
}
