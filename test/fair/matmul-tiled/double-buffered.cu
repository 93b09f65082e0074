// Two pairs of tiles take turns: one barrier a step.
#define T 16
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[2][T][T], b[2][T][T];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  auto load = [&](int turn, int s) {
    a[turn][ty][tx] = row < h && s + tx < k ? m[row * k + s + tx] : 0.0f;
    b[turn][ty][tx] = s + ty < k && col < w ? n[(s + ty) * w + col] : 0.0f;
  };
  int turn = 0;
  float sum = 0;
  load(turn, 0);
  for (int s = 0; s < k; s += T, turn ^= 1) {
    __syncthreads();
    if (s + T < k) load(turn ^ 1, s + T);
    for (int i = 0; i < T; i++) sum += a[turn][ty][i] * b[turn][i][tx];
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
