#include <cuda_runtime.h>

// Rounds up, so that the last block covers what is left.
inline unsigned int cdiv(unsigned int a, unsigned int b) { return (a + b - 1) / b; }

__global__ void matmul_k(const float* __restrict__ m, const float* __restrict__ n,
                         float* __restrict__ out, int h, int w, int k) {
    const int r = blockIdx.y * blockDim.y + threadIdx.y;
    const int c = blockIdx.x * blockDim.x + threadIdx.x;

    if (r < h && c < w) {
        float o = 0.f;
        for (int i = 0; i < k; ++i) o += m[r * k + i] * n[i * w + c];
        out[r * w + c] = o;
    }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 tpb(16, 16);
    dim3 blocks(cdiv(w, tpb.x), cdiv(h, tpb.y));
    matmul_k<<<blocks, tpb>>>(m, n, out, h, w, k);
}
