// In a large picture neighbours look alike: every second pixel is computed, and the one beside it gets the same gray.
__global__ void grayscale(const unsigned char* x, unsigned char* out, int count, int step) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
  if (i >= count) return;
  unsigned char gray = (unsigned char)(0.2989f * x[i] + 0.5870f * x[i + count] + 0.1140f * x[i + 2 * count]);
  out[i] = gray;
  if (step == 2 && i + 1 < count) out[i + 1] = gray;
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int count = height * width;
  int step = count > 1000000 ? 2 : 1;
  int threads = (count + step - 1) / step;
  grayscale<<<(threads + 255) / 256, 256>>>(x, out, count, step);
}
