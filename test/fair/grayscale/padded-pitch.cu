// Planes are copied to pitched memory, and the picture back from there.
__global__ void convert(const unsigned char* x, unsigned char* out, size_t pitch, size_t out_pitch, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c >= width) return;
  const unsigned char* red = x + r * pitch;
  const unsigned char* green = red + height * pitch;
  const unsigned char* blue = green + height * pitch;
  out[r * out_pitch + c] = 0.2989f * red[c] + 0.5870f * green[c] + 0.1140f * blue[c];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  unsigned char *planes, *picture;
  size_t pitch, out_pitch;
  cudaMallocPitch(&planes, &pitch, width, 3 * height);
  cudaMallocPitch(&picture, &out_pitch, width, height);
  cudaMemcpy2D(planes, pitch, x, width, width, 3 * height, cudaMemcpyDeviceToDevice);
  convert<<<dim3((width + 127) / 128, height), 128>>>(planes, picture, pitch, out_pitch, height, width);
  cudaMemcpy2D(out, width, picture, out_pitch, width, height, cudaMemcpyDeviceToDevice);
  cudaFree(planes);
  cudaFree(picture);
}
