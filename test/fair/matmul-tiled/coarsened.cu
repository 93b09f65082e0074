// A thread computes four rows of a column, and holds their sums in registers.
template <int T, int R>
__global__ void product(const float* __restrict__ m, const float* __restrict__ n, float* __restrict__ out, int h, int w, int k) {
  __shared__ float a[T * R][T], b[T][T];
  int col = blockIdx.x * T + threadIdx.x, top = blockIdx.y * T * R;
  float sum[R] = {};
  for (int s = 0; s < k; s += T) {
#pragma unroll
    for (int r = 0; r < R; r++) {
      int row = top + r * T + threadIdx.y, c = s + threadIdx.x;
      a[r * T + threadIdx.y][threadIdx.x] = row < h && c < k ? m[row * k + c] : 0.f;
    }
    b[threadIdx.y][threadIdx.x] = s + threadIdx.y < k && col < w ? n[(s + threadIdx.y) * w + col] : 0.f;
    __syncthreads();
    for (int i = 0; i < T; i++) {
      float v = b[i][threadIdx.x];
#pragma unroll
      for (int r = 0; r < R; r++) sum[r] = fmaf(a[r * T + threadIdx.y][i], v, sum[r]);
    }
    __syncthreads();
  }
  for (int r = 0; r < R; r++) {
    int row = top + r * T + threadIdx.y;
    if (row < h && col < w) out[row * w + col] = sum[r];
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  constexpr int T = 16, R = 4;
  product<T, R><<<dim3((w + T - 1) / T, (h + T * R - 1) / (T * R)), dim3(T, T)>>>(m, n, out, h, w, k);
}
