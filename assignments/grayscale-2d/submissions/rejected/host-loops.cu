// "Two loops over two pointers": which point into the GPU's memory.
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      int i = row * width + column;
      out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
    }
  }
}
