// 64x64 block tile, 4x4 per thread, double buffered shared memory, padded
#include <cuda_runtime.h>
constexpr int BM = 64, BN = 64, BK = 16, TM = 4, TN = 4;
__global__ void __launch_bounds__(256) sgemm(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  __shared__ float As[2][BK][BM + 4], Bs[2][BK][BN + 4];
  const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16, m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  float acc[TM][TN] = {};
  auto load = [&](int buf, int k0) {
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      int e = tid + r * 256;
      int am = e / BK, ak = e % BK; int gm = m0 + am, gk = k0 + ak;
      As[buf][ak][am] = gm < M && gk < K ? A[gm * K + gk] : 0.f;
      int bk = e / BN, bn = e % BN; gk = k0 + bk; int gn = n0 + bn;
      Bs[buf][bk][bn] = gk < K && gn < N ? B[gk * N + gn] : 0.f;
    }
  };
  load(0, 0);
  int buf = 0;
  for (int k0 = 0; k0 < K; k0 += BK, buf ^= 1) {
    __syncthreads();
    if (k0 + BK < K) load(buf ^ 1, k0 + BK);
#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float4 a = *reinterpret_cast<const float4*>(&As[buf][k][ty * TM]), b = *reinterpret_cast<const float4*>(&Bs[buf][k][tx * TN]);
      const float av[] = {a.x, a.y, a.z, a.w}, bv[] = {b.x, b.y, b.z, b.w};
#pragma unroll
      for (int i = 0; i < TM; ++i)
#pragma unroll
        for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
    }
  }
  for (int i = 0; i < TM; ++i) for (int j = 0; j < TN; ++j) {
    int r = m0 + ty * TM + i, c = n0 + tx * TN + j;
    if (r < M && c < N) C[r * N + c] = acc[i][j];
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  sgemm<<<dim3((w + BN - 1) / BN, (h + BM - 1) / BM), 256>>>(m, n, out, h, w, k);
}
