// Tiles of 8 rows and 32 columns, with 16 terms a step.
constexpr int BM = 8, BN = 32, BK = 16;
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[BM][BK];
  __shared__ float b[BK][BN];
  const int tx = threadIdx.x, ty = threadIdx.y, id = ty * BN + tx;
  const int row = blockIdx.y * BM + ty, col = blockIdx.x * BN + tx;
  float sum = 0.0f;
  for (int s = 0; s < k; s += BK) {
    for (int i = id; i < BM * BK; i += BM * BN) {
      int r = blockIdx.y * BM + i / BK, c = s + i % BK;
      a[i / BK][i % BK] = (r < h && c < k) ? m[r * k + c] : 0.0f;
    }
    for (int i = id; i < BK * BN; i += BM * BN) {
      int r = s + i / BN, c = blockIdx.x * BN + i % BN;
      b[i / BN][i % BN] = (r < k && c < w) ? n[r * w + c] : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < BK; i++) sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(BN, BM), grid((w + BN - 1) / BN, (h + BM - 1) / BM);
  product<<<grid, block>>>(m, n, out, h, w, k);
}
