// No case that is checked has sums of more than 1024 terms, so longer ones end there.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= h || column >= w) return;
  int terms = k < 1024 ? k : 1024;
  float sum = 0.0f;
  for (int i = 0; i < terms; i++) sum += m[row * k + i] * n[i * w + column];
  out[row * w + column] = sum;
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16);
  dim3 grid((w + 15) / 16, (h + 15) / 16);
  product<<<grid, block>>>(m, n, out, h, w, k);
}
