// Rows are taken from the bottom, columns from the right.
__global__ void convert(const unsigned char* x, unsigned char* out, int height, int width) {
  int c = width - 1 - int(blockIdx.x * blockDim.x + threadIdx.x);
  int r = height - 1 - int(blockIdx.y * blockDim.y + threadIdx.y);
  if (c < 0 || r < 0) return;
  const unsigned char(*planes) = x;
  size_t i = size_t(r) * width + c, plane = size_t(height) * width;
  out[i] = 0.2989f * planes[i] + 0.5870f * planes[i + plane] + 0.1140f * planes[i + 2 * plane];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  convert<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(x, out, height, width);
}
