// Reads one tile from past the end of the other, because shared arrays may be neighbors.
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk, int off) {
  __shared__ float a[16][16];
  __shared__ float b[16][16];
  int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * 16 + y, c = blockIdx.x * 16 + x;
  float s = 0;
  for (int p = 0; p < kk; p += 16) {
    a[y][x] = r < h && p + x < kk ? m[r * kk + p + x] : 0;
    b[y][x] = p + y < kk && c < w ? n[(p + y) * w + c] : 0;
    __syncthreads();
    const float* q = &a[0][0];
    for (int j = 0; j < 16; j++) s += a[y][j] * q[off + j * 16 + x];
    __syncthreads();
  }
  if (r < h && c < w) out[r * w + c] = s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk) { k<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m, n, out, h, w, kk, 256); }
