#include <cuda_runtime.h>

// Rows of the tiles are one float longer than they need to be, against bank conflicts with some widths.
__global__ void matmul_padded(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    extern __shared__ float both[];
    const unsigned pitch = tile + 1;
    float* ms = both;
    float* ns = &both[tile * pitch];
    unsigned tx = threadIdx.x, ty = threadIdx.y;
    unsigned row = blockIdx.y * blockDim.y + ty, col = blockIdx.x * blockDim.x + tx;

    float sum = 0.0f;
    for (unsigned start = 0; start < k; start += tile) {
        ms[ty * pitch + tx] = row < h && start + tx < k ? m[row * k + start + tx] : 0.0f;
        ns[ty * pitch + tx] = col < w && start + ty < k ? n[(start + ty) * w + col] : 0.0f;
        __syncthreads();
        for (unsigned i = 0; i < tile; i++) sum += ms[ty * pitch + i] * ns[i * pitch + tx];
        __syncthreads();
    }
    if (row < h && col < w) out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    dim3 threads(tile, tile);
    dim3 blocks((w - 1) / tile + 1, (h - 1) / tile + 1);
    matmul_padded<<<blocks, threads, 2 * tile * (tile + 1) * sizeof(float)>>>(m, n, out, h, w, k, tile);
}
