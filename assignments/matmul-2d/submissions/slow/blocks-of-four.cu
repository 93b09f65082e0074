// Right, and slow: blocks of 2 x 2 fill an eighth of a warp, and share nearly nothing of what they load.
#include <cuda_runtime.h>

__global__ void multiply(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || column >= w) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + column];
  out[row * w + column] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(2, 2);
  dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  multiply<<<grid, block>>>(m, n, out, h, w, k);
}
