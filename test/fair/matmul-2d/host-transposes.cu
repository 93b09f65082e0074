// The host transposes the second matrix, so that the kernel reads both along rows.
#include <memory>
#include <vector>
__global__ void product(const float* m, const float* nt, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * nt[col * k + i];
  out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  std::vector<float> there(size_t(k) * w), here(size_t(k) * w);
  cudaMemcpy(there.data(), n, there.size() * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < k; i++)
    for (int j = 0; j < w; j++) here[size_t(j) * k + i] = there[size_t(i) * w + j];
  float* raw = nullptr;
  cudaMalloc(&raw, here.size() * sizeof(float));
  std::unique_ptr<float, cudaError_t (*)(void*)> nt(raw, cudaFree);
  cudaMemcpy(nt.get(), here.data(), here.size() * sizeof(float), cudaMemcpyHostToDevice);
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  product<<<grid, block>>>(m, nt.get(), out, h, w, k);
}
