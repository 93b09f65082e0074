// Everything is copied to managed memory first, and the result back from there.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + col];
  out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  float *a, *b, *c;
  cudaMallocManaged(&a, size_t(h) * k * sizeof(float));
  cudaMallocManaged(&b, size_t(k) * w * sizeof(float));
  cudaMallocManaged(&c, size_t(h) * w * sizeof(float));
  cudaMemcpy(a, m, size_t(h) * k * sizeof(float), cudaMemcpyDefault);
  cudaMemcpy(b, n, size_t(k) * w * sizeof(float), cudaMemcpyDefault);
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  product<<<grid, block>>>(a, b, c, h, w, k);
  cudaDeviceSynchronize();
  for (int i = 0; i < h * w; i++) c[i] += 0.0f;
  cudaMemcpy(out, c, size_t(h) * w * sizeof(float), cudaMemcpyDefault);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
