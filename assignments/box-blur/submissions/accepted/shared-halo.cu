// The block's pixels and those around them in shared memory: each pixel is fetched once for nine sums. What lies
// outside the picture is -1 there.
#include <cuda_runtime.h>

#define B 16

__global__ void blur(const unsigned char* x, unsigned char* out, int height, int width) {
  __shared__ short tile[B + 2][B + 2];
  int top = blockIdx.y * B - 1;
  int left = blockIdx.x * B - 1;
  for (int i = threadIdx.y * B + threadIdx.x; i < (B + 2) * (B + 2); i += B * B) {
    int r = top + i / (B + 2);
    int c = left + i % (B + 2);
    bool inside = r >= 0 && r < height && c >= 0 && c < width;
    tile[i / (B + 2)][i % (B + 2)] = inside ? x[r * width + c] : -1;
  }
  __syncthreads();

  int row = blockIdx.y * B + threadIdx.y;
  int column = blockIdx.x * B + threadIdx.x;
  if (row >= height || column >= width) return;
  int sum = 0, count = 0;
  for (int r = 0; r < 3; r++) {
    for (int c = 0; c < 3; c++) {
      int value = tile[threadIdx.y + r][threadIdx.x + c];
      if (value >= 0) {
        sum += value;
        count++;
      }
    }
  }
  out[row * width + column] = sum / count;
}

void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  blur<<<dim3((width + B - 1) / B, (height + B - 1) / B), dim3(B, B)>>>(x, out, height, width);
}
