// cuda::pipeline two stage
#include <cuda_runtime.h>
#include <cuda/pipeline>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define T 16
__global__ void mm(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float sm[2][T][T], sn[2][T][T];
  auto pipe = cuda::make_pipeline();
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  int tiles = (k + T - 1) / T;
  auto fetch = [&](int t, int s) {
    pipe.producer_acquire();
    if (row < h && t * T + tx < k) cuda::memcpy_async(&sm[s][ty][tx], m + row * k + t * T + tx, sizeof(float), pipe); else sm[s][ty][tx] = 0;
    if (col < w && t * T + ty < k) cuda::memcpy_async(&sn[s][ty][tx], n + (t * T + ty) * w + col, sizeof(float), pipe); else sn[s][ty][tx] = 0;
    pipe.producer_commit();
  };
  float acc = 0;
  fetch(0, 0);
  for (int t = 0; t < tiles; ++t) {
    if (t + 1 < tiles) fetch(t + 1, (t + 1) % 2);
    if (t + 1 < tiles) cuda::pipeline_consumer_wait_prior<1>(pipe); else cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncthreads();
    for (int i = 0; i < T; ++i) acc += sm[t % 2][ty][i] * sn[t % 2][i][tx];
    pipe.consumer_release();
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = acc;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  mm<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
