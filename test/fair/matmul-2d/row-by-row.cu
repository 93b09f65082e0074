// Rows of the first matrix travel through the host one at a time; each has a launch of its own.
#include <vector>
__global__ void row(const float* m, const float* n, float* out, int w, int k) {
  int col = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[i] * n[i * w + col];
  out[col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  float* line;
  cudaMalloc(&line, k * sizeof(float));
  std::vector<float> host(k);
  for (int r = 0; r < h; r++) {
    cudaMemcpy(host.data(), m + size_t(r) * k, k * sizeof(float), cudaMemcpyDeviceToHost);
    cudaMemcpy(line, host.data(), k * sizeof(float), cudaMemcpyHostToDevice);
    row<<<(w + 127) / 128, dim3(16, 8)>>>(line, n, out + size_t(r) * w, w, k);
  }
  cudaFree(line);
}
