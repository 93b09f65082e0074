// Blocks have two dimensions, but one thread of the whole grid does all the work.
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk) {
  if (threadIdx.x || threadIdx.y || blockIdx.x || blockIdx.y) return;
  for (int r = 0; r < h; r++) for (int c = 0; c < w; c++) { float s = 0; for (int i = 0; i < kk; i++) s += m[r*kk+i]*n[i*w+c]; out[r*w+c] = s; }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k_) {
  k<<<dim3((w+15)/16,(h+15)/16), dim3(16,16)>>>(m,n,out,h,w,k_);
}
