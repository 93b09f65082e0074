// A tile in registers distributed by shuffles, B tile in shared; 32x32 block; uint64 indices; early exit flag kept alive
#include <cuda_runtime.h>
#include <stdint.h>
typedef uint64_t u64;
__global__ void mm(const float* m, const float* n, float* out, u64 h, u64 w, u64 k) {
  __shared__ float tn[32][32];
  __shared__ float tm[32][33];
  u64 r = (u64)blockIdx.y * 32 + threadIdx.y, c = (u64)blockIdx.x * 32 + threadIdx.x;
  double s = 0;
  for (u64 b = 0; b < k; b += 32) {
    tm[threadIdx.y][threadIdx.x] = (r < h && b + threadIdx.x < k) ? m[r * k + b + threadIdx.x] : 0;
    tn[threadIdx.y][threadIdx.x] = (c < w && b + threadIdx.y < k) ? n[(b + threadIdx.y) * w + c] : 0;
    __syncthreads();
    float mine = tm[threadIdx.y][threadIdx.x];
    #pragma unroll 4
    for (int i = 0; i < 32; i++) s += (double)__shfl_sync(0xffffffff, mine, i) * tn[i][threadIdx.x];
    __syncthreads();
  }
  if (r >= h || c >= w) return;
  out[r * w + c] = (float)s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 b{32, 32}, g{unsigned(w + 31) / 32, unsigned(h + 31) / 32};
  mm<<<g, b>>>(m, n, out, h, w, k);
}
