// The launch goes through a pointer to the kernel and cudaLaunchKernel.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + col];
  out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  void (*kernel)(const float*, const float*, float*, int, int, int) = product;
  void* arguments[] = {&m, &n, &out, &h, &w, &k};
  cudaLaunchKernel((const void*)kernel, grid, block, arguments, 0, nullptr);
}
