// matmul-tiled: only n goes through tiles; m is loaded from global memory by each thread.
#include <cuda_runtime.h>
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float b[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int start = 0; start < k; start += 16) {
    b[y][x] = start + y < k && column < w ? n[(start + y) * w + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += (row < h && start + i < k ? m[row * k + start + i] : 0) * b[i][x];
    __syncthreads();
  }
  if (row < h && column < w) out[row * w + column] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m, n, out, h, w, k);
}
