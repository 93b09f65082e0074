// Tables of row pointers, as in C; the host makes them.
#include <vector>
__global__ void product(const float* const* m, const float* const* n, float* const* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += m[row][i] * n[i][col];
  out[row][col] = sum;
}
template <typename T>
static T** table(T* data, int rows, int columns) {
  std::vector<T*> here;
  for (int r = 0; r < rows; r++) here.push_back(data + size_t(r) * columns);
  T** there;
  cudaMalloc(&there, rows * sizeof(T*));
  cudaMemcpy(there, here.data(), rows * sizeof(T*), cudaMemcpyHostToDevice);
  return there;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  auto a = table(m, h, k);
  auto b = table(n, k, w);
  auto c = table(out, h, w);
  product<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(a, b, c, h, w, k);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
