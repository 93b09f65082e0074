// Blocks have two dimensions, and one thread of each works.
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
