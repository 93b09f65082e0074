#include <cstdio>
#include <cuda_runtime.h>

#define TW 16

// One-dimensional shared arrays and a helper for the index.
__device__ int flat(int row, int col) { return row * TW + col; }

__global__ void matmul_flat(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float tile_m[TW * TW];
    __shared__ float tile_n[TW * TW];

    int local = flat(threadIdx.y, threadIdx.x);
    int row = threadIdx.y + blockIdx.y * blockDim.y;
    int col = threadIdx.x + blockIdx.x * blockDim.x;

    float result = 0.0f;
    int steps = k / TW + (k % TW != 0);
    for (int s = 0; s < steps; ++s) {
        int x = s * TW + threadIdx.x;
        int y = s * TW + threadIdx.y;
        float a = 0.0f, b = 0.0f;
        if (row < h && x < k) a = m[row * k + x];
        if (y < k && col < w) b = n[y * w + col];
        tile_m[local] = a;
        tile_n[local] = b;
        __syncthreads();

        for (int i = 0; i < TW; ++i) result += tile_m[flat(threadIdx.y, i)] * tile_n[flat(i, threadIdx.x)];
        __syncthreads();
    }

    if (row >= h || col >= w) return;
    out[row * w + col] = result;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 threads(TW, TW);
    dim3 blocks((w + TW - 1) / TW, (h + TW - 1) / TW);
    matmul_flat<<<blocks, threads>>>(m, n, out, h, w, k);
    cudaError_t status = cudaGetLastError();
    if (status != cudaSuccess) printf("matmul: %s\n", cudaGetErrorString(status));
}
