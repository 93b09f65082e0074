// Computes with half the bits, and hopes for tolerance.
#include <cuda_fp16.h>
__global__ void fill(const float* m, const float* n, float* out, int h, int w, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= h || col >= w) return;
    __half sum = __float2half(0.0f);
    for (int i = 0; i < k; i++)
        sum = __hadd(sum, __hmul(__float2half(m[row * k + i]), __float2half(n[i * w + col])));
    out[row * w + col] = __half2float(sum);
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    fill<<<grid, block>>>(m, n, out, h, w, k);
}
