// Each of 64 threads computes a square of 4 by 4; tiles of 32 by 32 in shared memory.
#define B 32
#define Q 4
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float as[B][B + 1], bs[B][B];
  int tid = threadIdx.x, tr = tid / 8 * Q, tc = tid % 8 * Q;
  float acc[Q][Q];
  for (int i = 0; i < Q; i++)
    for (int j = 0; j < Q; j++) acc[i][j] = 0;
  for (int s = 0; s < k; s += B) {
    for (int e = tid; e < B * B; e += 64) {
      int r = e / B, c = e % B, row = blockIdx.y * B + r, col = blockIdx.x * B + c;
      as[r][c] = row < h && s + c < k ? m[row * k + s + c] : 0;
      bs[r][c] = s + r < k && col < w ? n[(s + r) * w + col] : 0;
    }
    __syncthreads();
    for (int t = 0; t < B; t++) {
      float x[Q], y[Q];
      for (int i = 0; i < Q; i++) x[i] = as[tr + i][t];
      for (int j = 0; j < Q; j++) y[j] = bs[t][tc + j];
      for (int i = 0; i < Q; i++)
        for (int j = 0; j < Q; j++) acc[i][j] += x[i] * y[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < Q; i++)
    for (int j = 0; j < Q; j++) {
      int row = blockIdx.y * B + tr + i, col = blockIdx.x * B + tc + j;
      if (row < h && col < w) out[row * w + col] = acc[i][j];
    }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + B - 1) / B, (h + B - 1) / B), 64>>>(m, n, out, h, w, k);
}
