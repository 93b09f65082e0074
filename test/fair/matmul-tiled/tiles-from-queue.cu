// Blocks take tiles of the output from an atomic queue.
#include <cuda_runtime.h>
__device__ int next_tile;
template <int T> __global__ void mm(const float* __restrict__ m, const float* __restrict__ n, float* __restrict__ out, int h, int w, int k) {
  __shared__ float a[T * T], b[T * T];
  __shared__ int ticket;
  const int tiles_x = (w + T - 1) / T, tiles_y = (h + T - 1) / T;
  const int y = threadIdx.x / T, x = threadIdx.x % T;
  while (true) {
    if (threadIdx.x == 0) ticket = atomicAdd(&next_tile, 1);
    __syncthreads();
    const int tile = ticket;
    __syncthreads();
    if (tile >= tiles_x * tiles_y) return;
    const int r = tile / tiles_x * T + y, c = tile % tiles_x * T + x;
    float s = 0;
    for (int k0 = 0; k0 < k; k0 += T) {
      a[threadIdx.x] = r < h && k0 + x < k ? m[r * k + k0 + x] : 0;
      b[threadIdx.x] = k0 + y < k && c < w ? n[(k0 + y) * w + c] : 0;
      __syncthreads();
      for (int i = 0; i < T; i++) s = fmaf(a[y * T + i], b[i * T + x], s);
      __syncthreads();
    }
    if (r < h && c < w) out[r * w + c] = s;
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  const int zero = 0;
  cudaMemcpyToSymbol(next_tile, &zero, sizeof zero);
  mm<16><<<12, 256>>>(m, n, out, h, w, k);
}
