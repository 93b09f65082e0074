// matmul-2d: blocks of 2 x 2 of which one thread works, 33 blocks in one row; the other threads and the second dimension do nothing
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk) {
  if (threadIdx.x || threadIdx.y) return;
  for (int i = blockIdx.x; i < h * w; i += gridDim.x) {
    float s = 0;
    for (int j = 0; j < kk; j++) s += m[i / w * kk + j] * n[j * w + i % w];
    out[i] = s;
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk) { k<<<33, dim3(2, 2)>>>(m, n, out, h, w, kk); }
