// transposes n first through shared memory, then float dot products with Kahan; std::unique_ptr scratch; cuda errors thrown
#include <cuda_runtime.h>
#include <memory>
#include <system_error>
__global__ void tr(const float* a, float* b, int rows, int cols) {
  __shared__ float t[32][33];
  int c = blockIdx.x * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) { int r = blockIdx.y * 32 + y; if (r < rows && c < cols) t[y][threadIdx.x] = a[r * cols + c]; }
  __syncthreads();
  int c2 = blockIdx.y * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) { int r2 = blockIdx.x * 32 + y; if (r2 < cols && c2 < rows) b[r2 * rows + c2] = t[threadIdx.x][y]; }
}
__global__ void mm(const float* __restrict__ m, const float* __restrict__ nt, float* __restrict__ out, int h, int w, int k) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= h || c >= w) return;
  float s = 0, e = 0;
  const float *p = m + r * k, *q = nt + c * k;
  for (const float* end = p + k; p != end; ++p, ++q) { float y = __fmul_rn(*p, *q) - e, t = __fadd_rn(s, y); e = __fsub_rn(__fsub_rn(t, s), y); s = t; }
  out[r * w + c] = s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  float* raw = nullptr; if (auto e = cudaMalloc(&raw, sizeof(float) * w * k); e) throw std::system_error(e, std::generic_category());
  std::unique_ptr<float, cudaError_t (*)(void*)> nt(raw, cudaFree);
  tr<<<dim3((w + 31) / 32, (k + 31) / 32), dim3(32, 8)>>>(n, nt.get(), k, w);
  mm<<<dim3((w + 31) / 32, (h + 3) / 4), dim3(32, 4)>>>(m, nt.get(), out, h, w, k);
  cudaDeviceSynchronize();
}
