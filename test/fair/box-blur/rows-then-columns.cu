// Sums along rows, then along columns, with 16-bit sums between.
__global__ void along_rows(const unsigned char* x, unsigned short* sums, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= width || r >= height) return;
  const unsigned char* row = x + r * width;
  sums[r * width + c] = (c ? row[c - 1] : 0) + row[c] + (c + 1 < width ? row[c + 1] : 0);
}
__global__ void along_columns(const unsigned short* sums, unsigned char* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= width || r >= height) return;
  int i = r * width + c;
  int sum = (r ? sums[i - width] : 0) + sums[i] + (r + 1 < height ? sums[i + width] : 0);
  int pixels = (1 + (r > 0) + (r + 1 < height)) * (1 + (c > 0) + (c + 1 < width));
  out[i] = (2 * sum + pixels) / (2 * pixels);
}
void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  unsigned short* sums;
  cudaMalloc(&sums, sizeof(unsigned short) * height * width);
  dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
  along_rows<<<grid, block>>>(x, sums, height, width);
  along_columns<<<grid, block>>>(sums, out, height, width);
  cudaFree(sums);
}
