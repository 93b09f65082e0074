// Two tiles in turn by __pipeline_memcpy_async, which fills the edge with zeros.
#include <cuda_runtime.h>
#include <cuda_pipeline.h>
constexpr int T = 16;
__global__ void mm(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[2][T][T], b[2][T][T];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  const int tiles = (k + T - 1) / T;
  auto fetch = [&](int t, int buf) {
    int ka = t * T + x, kb = t * T + y;
    bool ina = row < h && ka < k, inb = kb < k && col < w;
    if (ina) __pipeline_memcpy_async(&a[buf][y][x], &m[row * k + ka], sizeof(float)); else a[buf][y][x] = 0.0f;
    if (inb) __pipeline_memcpy_async(&b[buf][y][x], &n[kb * w + col], sizeof(float)); else b[buf][y][x] = 0.0f;
    __pipeline_commit();
  };
  float sum = 0;
  fetch(0, 0);
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) { fetch(t + 1, (t + 1) & 1); __pipeline_wait_prior(1); } else __pipeline_wait_prior(0);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < T; ++i) sum += a[t & 1][y][i] * b[t & 1][i][x];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 threads(T, T), blocks((w + T - 1) / T, (h + T - 1) / T);
  mm<<<blocks, threads>>>(m, n, out, h, w, k);
}
