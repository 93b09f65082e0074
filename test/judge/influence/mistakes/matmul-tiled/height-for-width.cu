// Height and width are exchanged at the launch.
#include <cuda_runtime.h>
#define TILE 16

__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float tm[TILE][TILE];
  __shared__ float tn[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int p = 0; p < (k + TILE - 1) / TILE; p++) {
    int a = p * TILE + tx;
    int b = p * TILE + ty;
    tm[ty][tx] = (row < h && a < k) ? m[row * k + a] : 0.0f;
    tn[ty][tx] = (b < k && col < w) ? n[b * w + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; i++) {
      sum += tm[ty][i] * tn[i][tx];
    }
    __syncthreads();
  }
  if (row < h && col < w) {
    out[row * w + col] = sum;
  }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(TILE, TILE);
  dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
  matmul_kernel<<<grid, block>>>(m, n, out, w, h, k);
}
