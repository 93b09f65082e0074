// one-dimensional blocks of tile*tile threads, one shared array with padding, grid linear
#include <cuda_runtime.h>
extern __shared__ float pool[];
__global__ void mm(const float* __restrict__ m, const float* __restrict__ n, float* __restrict__ out, int h, int w, int k, int t, int across) {
  const int p = t + 1; float* a = pool; float* b = a + t * p;
  const int ty = threadIdx.x / t, tx = threadIdx.x - ty * t, by = blockIdx.x / across, bx = blockIdx.x % across;
  const int row = by * t + ty, col = bx * t + tx; float s = 0;
  for (int z = 0; z < k; z += t) {
    a[ty * p + tx] = row < h && z + tx < k ? m[row * k + z + tx] : 0;
    b[ty * p + tx] = col < w && z + ty < k ? n[(z + ty) * w + col] : 0;
    __syncthreads();
    for (int i = 0, e = min(t, k - z); i < e; i++) s = fmaf(a[ty * p + i], b[i * p + tx], s);
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  int across = (w + tile - 1) / tile, down = (h + tile - 1) / tile;
  mm<<<across * down, tile * tile, 2 * tile * (tile + 1) * sizeof(float)>>>(m, n, out, h, w, k, tile, across);
}
