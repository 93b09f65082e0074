// Blocks of 7 by 5 threads.
__global__ void convert(const unsigned char* x, unsigned char* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < width && r < height) {
    int i = r * width + c, plane = height * width;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane];
  }
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  convert<<<dim3((width + 6) / 7, (height + 4) / 5), dim3(7, 5)>>>(x, out, height, width);
}
