// Blocks with three dimensions: the third runs over a group of rows.
__global__ void convert(const unsigned char* x, unsigned char* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = (blockIdx.y * blockDim.z + threadIdx.z) * blockDim.y + threadIdx.y;
  if (c >= width || r >= height) return;
  int i = r * width + c, plane = height * width;
  out[i] = 0.2989f * x[i] + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 4, 4);
  convert<<<dim3((width + 15) / 16, (height + 15) / 16), block>>>(x, out, height, width);
}
