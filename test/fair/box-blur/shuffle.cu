// neighbours through warp shuffles: 32 lanes load, 30 store
#include <cuda_runtime.h>
__global__ void blur(const unsigned char* x, unsigned char* o, int h, int w) {
  int c = blockIdx.x * 30 + (int)threadIdx.x - 1, r = blockIdx.y * blockDim.y + threadIdx.y;
  bool in = c >= 0 && c < w && r < h;
  int s = 0, k = 0;
  if (in) for (int q = max(r - 1, 0); q <= min(r + 1, h - 1); q++) { s += x[q * w + c]; k++; }
  int packed = s | k << 16;
  packed += __shfl_up_sync(0xffffffffu, s | k << 16, 1) + __shfl_down_sync(0xffffffffu, s | k << 16, 1);
  if (in && threadIdx.x > 0 && threadIdx.x < 31) o[r * w + c] = (packed & 0xffff) / (packed >> 16);
}
void box_blur(const unsigned char* x, unsigned char* out, int height, int width) { blur<<<dim3((width + 29) / 30, (height + 7) / 8), dim3(32, 8)>>>(x, out, height, width); }
