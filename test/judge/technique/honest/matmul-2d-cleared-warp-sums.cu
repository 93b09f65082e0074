// matmul-2d: all threads clear the outputs of the block; then the lanes of each warp share the sum of one element at a time
#include <cuda_runtime.h>
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row < h && column < w) out[row * w + column] = 0;
  __syncthreads();
  for (int c = blockIdx.x * 32; c < w && c < blockIdx.x * 32 + 32; c++) {
    float sum = 0;
    if (row < h)
      for (int i = threadIdx.x; i < k; i += 32) sum += m[row * k + i] * n[i * w + c];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (row < h && threadIdx.x == 0) out[row * w + c] = sum;
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + 31) / 32, (h + 7) / 8), dim3(32, 8)>>>(m, n, out, h, w, k);
}
