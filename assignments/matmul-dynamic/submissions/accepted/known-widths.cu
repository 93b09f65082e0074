#include <cuda_runtime.h>

// The compiler unrolls loops whose number of turns it knows. T is 0 where the width is none of the usual ones.
template <int T>
__global__ void tiled(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                      int rows, int cols, int inner, int width) {
    extern __shared__ float sa[];
    const int t = T > 0 ? T : width;
    float* const sb = sa + t * t;
    const int x = threadIdx.x, y = threadIdx.y;
    const int r = blockIdx.y * t + y, q = blockIdx.x * t + x;
    float acc = 0.f;
    for (int base = 0; base < inner; base += t) {
        sa[y * t + x] = r < rows && base + x < inner ? a[r * inner + base + x] : 0.f;
        sb[y * t + x] = q < cols && base + y < inner ? b[(base + y) * cols + q] : 0.f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < t; ++i) acc = fmaf(sa[y * t + i], sb[i * t + x], acc);
        __syncthreads();
    }
    if (r < rows && q < cols) c[r * cols + q] = acc;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
    auto kernel = tile == 8 ? tiled<8> : tile == 16 ? tiled<16> : tile == 32 ? tiled<32> : tiled<0>;
    const dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile), block(tile, tile);
    kernel<<<grid, block, 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w, k, tile);
}
