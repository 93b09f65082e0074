// Sums of three columns are kept while a thread walks down a strip of rows.
__device__ int three(const unsigned char* x, int r, int c, int height, int width) {
  if (r < 0 || r >= height) return 0;
  int sum = x[r * width + c];
  if (c > 0) sum += x[r * width + c - 1];
  if (c + 1 < width) sum += x[r * width + c + 1];
  return sum;
}
__global__ void blur(const unsigned char* x, unsigned char* out, int height, int width) {
  const int strip = 8;
  int c = blockIdx.x * blockDim.x + threadIdx.x, from = (blockIdx.y * blockDim.y + threadIdx.y) * strip;
  if (c >= width || from >= height) return;
  int columns = 1 + (c > 0) + (c + 1 < width);
  int above = three(x, from - 1, c, height, width), here = three(x, from, c, height, width);
  for (int r = from; r < min(height, from + strip); r++) {
    int below = three(x, r + 1, c, height, width);
    int pixels = columns * (1 + (r > 0) + (r + 1 < height));
    out[r * width + c] = (above + here + below + pixels / 2) / pixels;
    above = here;
    here = below;
  }
}
void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(32, 4);
  blur<<<dim3((width + 31) / 32, (height + 31) / 32), block>>>(x, out, height, width);
}
