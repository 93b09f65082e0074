// One thread for each term of the sum: all of them add into the same element at once.
#include <cuda_runtime.h>

__global__ void clear(float* out, int h, int w) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w) out[row * w + col] = 0.0f;
}

__global__ void add_terms(const float* m, const float* n, float* out, int h, int w, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z;
    if (row < h && col < w) {
        out[row * w + col] += m[row * k + i] * n[i * w + col];
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(16, 16);
    dim3 tiles((w + 15) / 16, (h + 15) / 16);
    clear<<<tiles, block>>>(out, h, w);
    dim3 grid(tiles.x, tiles.y, k);
    add_terms<<<grid, block>>>(m, n, out, h, w, k);
}
