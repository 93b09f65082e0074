// Several outputs per thread in a local array.
#include <cuda_runtime.h>
#define A(r, c) tile_m[(r) * tile + (c)]
#define B(r, c) tile_n[(r) * tile + (c)]
#define CEIL(a, b) (((a) + (b) - 1) / (b))
#define ROWS 8
__global__ void mm(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  extern __shared__ float shared[];
  float* const tile_m = shared;
  float* const tile_n = &shared[tile * tile];
  const int col = blockIdx.x * tile + threadIdx.x;
  float sum[4] = {0, 0, 0, 0};
  for (int t = 0; t < CEIL(k, tile); t++) {
    for (int y = threadIdx.y; y < tile; y += blockDim.y) {
      int row = blockIdx.y * tile + y, kx = t * tile + threadIdx.x, ky = t * tile + y;
      A(y, threadIdx.x) = row < h && kx < k ? m[(size_t)row * k + kx] : 0.0f;
      B(y, threadIdx.x) = col < w && ky < k ? n[(size_t)ky * w + col] : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < tile; i++)
      for (int j = 0, y = threadIdx.y; y < tile; y += blockDim.y, j++) sum[j] += A(y, i) * B(i, threadIdx.x);
    __syncthreads();
  }
  for (int j = 0, y = threadIdx.y; y < tile; y += blockDim.y, j++) {
    int row = blockIdx.y * tile + y;
    if (row < h && col < w) out[(size_t)row * w + col] = sum[j];
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  dim3 grid(CEIL(w, tile), CEIL(h, tile)), block(tile, tile < ROWS ? tile : ROWS);
  mm<<<grid, block, 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w, k, tile);
}
