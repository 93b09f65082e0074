// out = 1 * m n + 0 * out with scalars in device memory.
__global__ void gemm(const float* m, const float* n, float* out, const float* alpha, const float* beta, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < h && col < w) {
    float sum = 0;
    for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + col];
    out[row * w + col] = *alpha * sum + (*beta != 0 ? *beta * out[row * w + col] : 0);
  }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  float *scalars, here[2] = {1, 0};
  cudaMalloc(&scalars, sizeof here);
  cudaMemcpy(scalars, here, sizeof here, cudaMemcpyHostToDevice);
  gemm<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m, n, out, scalars, scalars + 1, h, w, k);
  cudaFree(scalars);
}
