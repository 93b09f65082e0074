// Right, and slow: threadIdx.x counts rows, so that the threads of a warp read and write a whole row apart.
#include <cuda_runtime.h>

__global__ void multiply(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= h || column >= w) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + column];
  out[row * w + column] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(32, 8);
  dim3 grid((h + block.x - 1) / block.x, (w + block.y - 1) / block.y);
  multiply<<<grid, block>>>(m, n, out, h, w, k);
}
