// Tensor cores multiply in double.
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;
__global__ void mm(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ __align__(32) double a[32][16], b[16][32], c[32][32];
  const int t = threadIdx.x, warp = t / 32, wr = warp / 4 * 8, wc = warp % 4 * 8;  // 16 warps: 4 x 4 pieces of 8 x 8
  const int r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> acc;
  wmma::fill_fragment(acc, 0.0);
  for (int k0 = 0; k0 < k; k0 += 16) {
    { int r = t / 16, x = t % 16; a[r][x] = r0 + r < h && k0 + x < k ? m[(r0 + r) * k + k0 + x] : 0.0; }
    { int r = t / 32, x = t % 32; b[r][x] = k0 + r < k && c0 + x < w ? n[(k0 + r) * w + c0 + x] : 0.0; }
    __syncthreads();
    for (int kk = 0; kk < 16; kk += 4) {
      wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
      wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb;
      wmma::load_matrix_sync(fa, &a[wr][kk], 16);
      wmma::load_matrix_sync(fb, &b[kk][wc], 32);
      wmma::mma_sync(acc, fa, fb, acc);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(&c[wr][wc], acc, 32, wmma::mem_row_major);
  __syncthreads();
  for (int i = t; i < 1024; i += 512) {
    int r = i / 32, x = i % 32;
    if (r0 + r < h && c0 + x < w) out[(r0 + r) * w + c0 + x] = (float)c[r][x];
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  mm<<<dim3((w + 31) / 32, (h + 31) / 32), 512>>>(m, n, out, h, w, k);
}
