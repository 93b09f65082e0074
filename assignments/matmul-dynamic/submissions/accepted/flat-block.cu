#include <cstdio>
#include <cuda_runtime.h>

// One-dimensional blocks; a thread works out its row and column in the tile. Shared memory comes as bytes.
extern __shared__ unsigned char bytes_of_block[];

__global__ void matmul_flat(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    float* ms = reinterpret_cast<float*>(bytes_of_block);
    float* ns = reinterpret_cast<float*>(bytes_of_block + tile * tile * sizeof(float));
    int me = threadIdx.x;
    int ty = me / tile, tx = me % tile;
    int row = blockIdx.y * tile + ty;
    int col = blockIdx.x * tile + tx;

    float result = 0.0f;
    int steps = k / tile + (k % tile != 0);
    for (int s = 0; s < steps; ++s) {
        int x = s * tile + tx;
        int y = s * tile + ty;
        float a = 0.0f, b = 0.0f;
        if (row < h && x < k) a = m[row * k + x];
        if (y < k && col < w) b = n[y * w + col];
        ms[me] = a;
        ns[me] = b;
        __syncthreads();
        for (int i = 0; i < tile; ++i) result += ms[ty * tile + i] * ns[i * tile + tx];
        __syncthreads();
    }
    if (row >= h || col >= w) return;
    out[row * w + col] = result;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    dim3 blocks((w + tile - 1) / tile, (h + tile - 1) / tile);
    matmul_flat<<<blocks, tile * tile, 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w, k, tile);
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess) printf("matmul: %s\n", cudaGetErrorString(status));
}
