// "A pixel is three bytes, so pixel i begins at 3 * i."
__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int i = row * width + column;
    out[i] = 0.2989f * x[3 * i] + 0.5870f * x[3 * i + 1] + 0.1140f * x[3 * i + 2];
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, (height + 15) / 16);
  gray<<<grid, block>>>(x, out, height, width);
}
