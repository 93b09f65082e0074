// Rounds its inputs to half the bits, and sums in float.
#include <cuda_fp16.h>
__global__ void fill(const float* m, const float* n, float* out, int h, int w, int k) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= h || col >= w) return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += __half2float(__float2half(m[row * k + i])) * __half2float(__float2half(n[i * w + col]));
    out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
    dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
    fill<<<grid, block>>>(m, n, out, h, w, k);
}
