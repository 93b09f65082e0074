// "Threads without a pixel have nothing to do, so they go": and the others wait for them.
#define B 16

__global__ void blur(const unsigned char* x, unsigned char* out, int height, int width) {
  __shared__ unsigned char tile[B][B];
  int row = blockIdx.y * B + threadIdx.y;
  int column = blockIdx.x * B + threadIdx.x;
  if (row >= height || column >= width) return;
  tile[threadIdx.y][threadIdx.x] = x[row * width + column];
  __syncthreads();
  int sum = 0, count = 0;
  for (int r = row - 1; r <= row + 1; r++) {
    for (int c = column - 1; c <= column + 1; c++) {
      if (r < 0 || r >= height || c < 0 || c >= width) continue;
      int y = r - blockIdx.y * B, z = c - blockIdx.x * B;
      bool here = y >= 0 && y < B && z >= 0 && z < B;
      sum += here ? tile[y][z] : x[r * width + c];
      count++;
    }
  }
  out[row * width + column] = sum / count;
}

void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  blur<<<dim3((width + B - 1) / B, (height + B - 1) / B), dim3(B, B)>>>(x, out, height, width);
}
