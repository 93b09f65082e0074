// The size of a block is the runtime's suggestion, as wide as a warp.
#include <algorithm>
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + col];
  out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  int smallest = 0, threads = 0;
  cudaOccupancyMaxPotentialBlockSize(&smallest, &threads, product, 0, 0);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  int rows = std::max(2, std::min(threads, properties.maxThreadsPerBlock) / properties.warpSize);
  dim3 block(properties.warpSize, rows), grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  product<<<grid, block>>>(m, n, out, h, w, k);
}
