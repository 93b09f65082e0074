// blockIdx.y is the row, so that only the columns need a guard.
__global__ void gray_rows(const unsigned char* x, unsigned char* out, int height, int width)
{
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= width) return;

  int i = blockIdx.y * width + column;
  int n = height * width;
  double gray = 0.2989 * x[i] + 0.5870 * x[i + n] + 0.1140 * x[i + 2 * n];
  out[i] = (unsigned char)gray;
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width)
{
  dim3 grid((width + 63) / 64, height);
  gray_rows<<<grid, 64>>>(x, out, height, width);
}
