// Reads a value of another thread from shared memory only to multiply it by zero.
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk, int T) {
  extern __shared__ float s[];
  int t = threadIdx.y * T + threadIdx.x;
  int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < kk && r < h && c < w; i++) sum += m[r * kk + i] * n[i * w + c];
  s[t] = sum;
  __syncthreads();
  int u = t ^ 1; if (u >= T * T) u = t;
  float other = s[u];
  if (r < h && c < w) out[r * w + c] = sum + 0.f * other;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk, int T) { k<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T), T * T * 4>>>(m, n, out, h, w, kk, T); }
