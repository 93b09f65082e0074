#include <cuda_runtime.h>

template <int BX, int BY>
__global__ void product(const float* a, const float* b, float* c, int rows, int cols, int inner) {
    const int x = blockIdx.x * BX + threadIdx.x;
    const int y = blockIdx.y * BY + threadIdx.y;
    if (x >= cols || y >= rows) {
        return;
    }
    float acc = 0.0f;
    for (int j = 0; j < inner; j++) {
        acc = fmaf(a[y * inner + j], b[j * cols + x], acc);
    }
    c[y * cols + x] = acc;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    constexpr int BX = 32, BY = 8;
    dim3 grid((w - 1) / BX + 1, (h - 1) / BY + 1);
    product<BX, BY><<<grid, dim3(BX, BY)>>>(m, n, out, h, w, k);
}
