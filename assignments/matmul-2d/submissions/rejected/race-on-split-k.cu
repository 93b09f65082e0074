// One thread for each term of the sum: all of them add into the same element at once.
#include <cuda_runtime.h>

__global__ void clear(float* out, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = 0.0f;
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
    clear<<<(h * w + 255) / 256, 256>>>(out, h * w);
    dim3 block(16, 16);
    dim3 grid((w + 15) / 16, (h + 15) / 16, k);
    add_terms<<<grid, block>>>(m, n, out, h, w, k);
}
