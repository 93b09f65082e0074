// "The threads of a block run together, so the tile is there": each brings its pixel, and the others' are read at once.
#define B 16

__global__ void blur(const unsigned char* x, unsigned char* out, int height, int width) {
  __shared__ unsigned char tile[B + 2][B + 2];
  int top = blockIdx.y * B - 1;
  int left = blockIdx.x * B - 1;
  for (int i = threadIdx.y * B + threadIdx.x; i < (B + 2) * (B + 2); i += B * B) {
    int r = min(max(top + i / (B + 2), 0), height - 1);
    int c = min(max(left + i % (B + 2), 0), width - 1);
    tile[i / (B + 2)][i % (B + 2)] = x[r * width + c];
  }
  int row = blockIdx.y * B + threadIdx.y;
  int column = blockIdx.x * B + threadIdx.x;
  if (row >= height || column >= width) return;
  int sum = 0, count = 0;
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) {
      int y = row + r - 1, z = column + c - 1;
      if (y < 0 || y >= height || z < 0 || z >= width) continue;
      sum += tile[threadIdx.y + r][threadIdx.x + c];
      count++;
    }
  }
  out[row * width + column] = sum / count;
}

void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  blur<<<dim3((width + B - 1) / B, (height + B - 1) / B), dim3(B, B)>>>(x, out, height, width);
}
