// cudaLaunchKernelEx with a configuration.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + col];
  out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  cudaLaunchKernelEx(&config, product, m, n, out, h, w, k);
}
