// First the sums of three along each row, into a picture of its own, then three of these sums down each column.
#include <cuda_runtime.h>

__global__ void across(const unsigned char* x, unsigned short* sums, int height, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= height || column >= width) return;
  int i = row * width + column;
  int sum = x[i];
  if (column > 0) sum += x[i - 1];
  if (column + 1 < width) sum += x[i + 1];
  sums[i] = sum;
}

__global__ void down(const unsigned short* sums, unsigned char* out, int height, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= height || column >= width) return;
  int i = row * width + column;
  int sum = sums[i];
  if (row > 0) sum += sums[i - width];
  if (row + 1 < height) sum += sums[i + width];
  int rows = 1 + (row > 0) + (row + 1 < height);
  int columns = 1 + (column > 0) + (column + 1 < width);
  out[i] = sum / (rows * columns);
}

void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  unsigned short* sums;
  cudaMalloc(&sums, (size_t)height * width * sizeof(unsigned short));
  dim3 block(32, 8);
  dim3 grid((width + 31) / 32, (height + 7) / 8);
  across<<<grid, block>>>(x, sums, height, width);
  down<<<grid, block>>>(sums, out, height, width);
  cudaFree(sums);
}
