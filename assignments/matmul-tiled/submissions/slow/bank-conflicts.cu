// Right, and slow: the tiles are kept transposed, so that all threads of a warp store to and read from the same bank.
#include <cuda_runtime.h>

#define TILE 32

__global__ void multiply(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[TILE][TILE];
  __shared__ float b[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
    int mc = t * TILE + threadIdx.x;
    int nr = t * TILE + threadIdx.y;
    a[threadIdx.x][threadIdx.y] = row < h && mc < k ? m[row * k + mc] : 0.0f;
    b[threadIdx.x][threadIdx.y] = nr < k && column < w ? n[nr * w + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; i++) sum += a[i][threadIdx.y] * b[threadIdx.x][i];
    __syncthreads();
  }
  if (row < h && column < w) out[row * w + column] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(TILE, TILE);
  dim3 grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
  multiply<<<grid, block>>>(m, n, out, h, w, k);
}
