// matmul-tiled: each thread keeps four sums; tiles are filled with float values by a struct.
#include <cuda_runtime.h>
struct Tiles {
  float a[32][17];
  float b[16][33];
};
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ Tiles tiles;
  int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
  int row = blockIdx.y * 32, column = blockIdx.x * 32;
  float sum[2][2] = {};
  for (int start = 0; start < k; start += 16) {
    for (int i = t; i < 512; i += 256) {
      int r = i / 16, c = i % 16;
      tiles.a[r][c] = row + r < h && start + c < k ? m[(row + r) * k + start + c] : 0;
      r = i / 32, c = i % 32;
      tiles.b[r][c] = start + r < k && column + c < w ? n[(start + r) * w + column + c] : 0;
    }
    __syncthreads();
    for (int i = 0; i < 16; i++)
      for (int p = 0; p < 2; p++)
        for (int q = 0; q < 2; q++) sum[p][q] += tiles.a[y + 16 * p][i] * tiles.b[i][x + 16 * q];
    __syncthreads();
  }
  for (int p = 0; p < 2; p++)
    for (int q = 0; q < 2; q++)
      if (row + y + 16 * p < h && column + x + 16 * q < w) out[(row + y + 16 * p) * w + column + x + 16 * q] = sum[p][q];
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + 31) / 32, (h + 31) / 32), dim3(16, 16)>>>(m, n, out, h, w, k);
}
