#include <cuda_runtime.h>

template <int T>
__global__ void tiled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                      int rows, int cols, int inner) {
    __shared__ float sa[T][T], sb[T][T];
    const int r = blockIdx.y * T + threadIdx.y;
    const int q = blockIdx.x * T + threadIdx.x;
    float acc = 0.f;
    for (int base = 0; base < inner; base += T) {
        const int ac = base + threadIdx.x, br = base + threadIdx.y;
        sa[threadIdx.y][threadIdx.x] = r < rows && ac < inner ? a[r * inner + ac] : 0.f;
        sb[threadIdx.y][threadIdx.x] = q < cols && br < inner ? b[br * cols + q] : 0.f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < T; ++i) acc = fmaf(sa[threadIdx.y][i], sb[i][threadIdx.x], acc);
        __syncthreads();
    }
    if (r < rows && q < cols) c[r * cols + q] = acc;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    constexpr int T = 32;
    tiled<T><<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
