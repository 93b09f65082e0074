#include <cuda_runtime.h>

// Two pairs of tiles: the next pair is loaded while this one is used, so one barrier a step is enough.
#define TILE 16

__global__ void matmul_double(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float ms[2][TILE][TILE];
    __shared__ float ns[2][TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    int steps = (k + TILE - 1) / TILE;

    ms[0][ty][tx] = row < h && tx < k ? m[row * k + tx] : 0.0f;
    ns[0][ty][tx] = col < w && ty < k ? n[ty * w + col] : 0.0f;
    float sum = 0.0f;
    for (int t = 0; t < steps; t++) {
        __syncthreads();
        int now = t % 2, next = 1 - now;
        if (t + 1 < steps) {
            int mc = (t + 1) * TILE + tx, nr = (t + 1) * TILE + ty;
            ms[next][ty][tx] = row < h && mc < k ? m[row * k + mc] : 0.0f;
            ns[next][ty][tx] = col < w && nr < k ? n[nr * w + col] : 0.0f;
        }
        for (int i = 0; i < TILE; i++) sum += ms[now][ty][i] * ns[now][i][tx];
    }
    if (row < h && col < w) out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(TILE, TILE);
    dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
    matmul_double<<<grid, block>>>(m, n, out, h, w, k);
}
