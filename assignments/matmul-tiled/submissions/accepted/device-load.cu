#include <cuda_runtime.h>

#define T 16

// The value at (r, c), or zero outside: what an edge tile is filled with.
__device__ inline float at(const float* x, int rows, int cols, int r, int c) {
    return r < rows && c < cols ? x[r * cols + c] : 0.0f;
}

__global__ void tiles(const float* m, const float* n, float* out, int h, int w, int k) {
    __shared__ float a[T][T];
    __shared__ float b[T][T];
    int r = blockIdx.y * T + threadIdx.y;
    int c = blockIdx.x * T + threadIdx.x;

    float sum = 0.0f;
    for (int start = 0; start < k; start += T) {
        a[threadIdx.y][threadIdx.x] = at(m, h, k, r, start + threadIdx.x);
        b[threadIdx.y][threadIdx.x] = at(n, k, w, start + threadIdx.y, c);
        __syncthreads();
        for (int i = 0; i < T; i++) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    if (r < h && c < w) out[r * w + c] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    tiles<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
