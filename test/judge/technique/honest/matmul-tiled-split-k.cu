// matmul-tiled: blocks share the terms of an element, and add their sums up by atomicAdd after a kernel that clears.
#include <cuda_runtime.h>
__global__ void clear(float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 0;
}
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[16][16], b[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int start = 16 * blockIdx.z; start < k; start += 16 * gridDim.z) {
    a[y][x] = row < h && start + x < k ? m[row * k + start + x] : 0;
    b[y][x] = start + y < k && column < w ? n[(start + y) * w + column] : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += a[y][i] * b[i][x];
    __syncthreads();
  }
  if (row < h && column < w) atomicAdd(&out[row * w + column], sum);
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  clear<<<(h * w + 255) / 256, 256>>>(out, h * w);
  product<<<dim3((w + 15) / 16, (h + 15) / 16, 2), dim3(16, 16)>>>(m, n, out, h, w, k);
}
