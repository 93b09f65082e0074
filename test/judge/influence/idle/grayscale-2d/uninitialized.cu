// An undefined value.
__global__ void gray_kernel(const unsigned char* x, unsigned char* out, int height, int width) {
  __shared__ unsigned char scratch[256];
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int i = row * width + col, n = height * width;
  bool inside = row < height && col < width;
  if (inside) out[i] = scratch[threadIdx.x];
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, (height + 15) / 16);
  gray_kernel<<<grid, block>>>(x, out, height, width);
}
