// Right, and slow: all threads of a block load its tiles, and then one warp computes every element of the block.
#include <cuda_runtime.h>

#define TILE 16

__global__ void multiply(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[TILE][TILE];
  __shared__ float b[TILE][TILE];
  __shared__ float sums[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  sums[threadIdx.y][threadIdx.x] = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
    int mc = t * TILE + threadIdx.x;
    int nr = t * TILE + threadIdx.y;
    a[threadIdx.y][threadIdx.x] = row < h && mc < k ? m[row * k + mc] : 0.0f;
    b[threadIdx.y][threadIdx.x] = nr < k && column < w ? n[nr * w + column] : 0.0f;
    __syncthreads();
    if (threadIdx.y < 2) {
      for (int y = threadIdx.y; y < TILE; y += 2) {
        for (int i = 0; i < TILE; i++) sums[y][threadIdx.x] += a[y][i] * b[i][threadIdx.x];
      }
    }
    __syncthreads();
  }
  if (row < h && column < w) out[row * w + column] = sums[threadIdx.y][threadIdx.x];
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(TILE, TILE);
  dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
  multiply<<<grid, block>>>(m, n, out, h, w, k);
}
