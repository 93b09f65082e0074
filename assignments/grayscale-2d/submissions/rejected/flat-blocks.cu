// "The grid has two dimensions, so it is two-dimensional": each block is a single row of threads.
__global__ void gray(const unsigned char* x, unsigned char* out, int height, int width) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < height && column < width) {
    int n = height * width;
    int i = row * width + column;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(256, 1);
  dim3 grid((width + 255) / 256, height);
  gray<<<grid, block>>>(x, out, height, width);
}
