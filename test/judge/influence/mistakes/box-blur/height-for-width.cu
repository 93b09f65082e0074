// Height and width are exchanged at the launch.
#include <cuda_runtime.h>

__global__ void blur_kernel(const unsigned char* x, unsigned char* out, int height, int width) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= height || col >= width) return;
  int sum = 0;
  int count = 0;
  for (int dr = -1; dr <= 1; dr++) {
    for (int dc = -1; dc <= 1; dc++) {
      int r = row + dr;
      int c = col + dc;
      if (r >= 0 && r < height && c >= 0 && c < width) {
        sum += x[r * width + c];
        count++;
      }
    }
  }
  out[row * width + col] = sum / count;
}

void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  dim3 block(16, 16);
  dim3 grid((width + 15) / 16, (height + 15) / 16);
  blur_kernel<<<grid, block>>>(x, out, width, height);
}
