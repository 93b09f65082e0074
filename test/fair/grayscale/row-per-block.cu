// A block for each row, with a loop over its columns.
__global__ void convert(const unsigned char* x, unsigned char* out, int height, int width) {
  const size_t plane = size_t(height) * width;
  const unsigned char* r = x + size_t(blockIdx.x) * width;
  for (int c = threadIdx.x; c < width; c += blockDim.x)
    out[size_t(blockIdx.x) * width + c] = 0.2989f * r[c] + 0.5870f * r[c + plane] + 0.1140f * r[c + 2 * plane];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  convert<<<height, 96>>>(x, out, height, width);
}
