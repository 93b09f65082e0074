// Host code converts both operands to double, and the product back to float.
#include <vector>
#define T 16
__global__ void product(const double* m, const double* n, double* out, int h, int w, int k) {
  __shared__ double a[T][T], b[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  double sum = 0;
  for (int s = 0; s < k; s += T) {
    a[threadIdx.y][threadIdx.x] = row < h && s + threadIdx.x < k ? m[row * k + s + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = s + threadIdx.y < k && col < w ? n[(s + threadIdx.y) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < T; i++) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
static double* wide(const float* values, size_t count) {
  std::vector<float> here(count);
  cudaMemcpy(here.data(), values, count * sizeof(float), cudaMemcpyDeviceToHost);
  std::vector<double> there(here.begin(), here.end());
  double* result;
  cudaMalloc(&result, count * sizeof(double));
  cudaMemcpy(result, there.data(), count * sizeof(double), cudaMemcpyHostToDevice);
  return result;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  double *a = wide(m, size_t(h) * k), *b = wide(n, size_t(k) * w), *c;
  size_t count = size_t(h) * w;
  cudaMalloc(&c, count * sizeof(double));
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(a, b, c, h, w, k);
  std::vector<double> sums(count);
  cudaMemcpy(sums.data(), c, count * sizeof(double), cudaMemcpyDeviceToHost);
  std::vector<float> rounded(sums.begin(), sums.end());
  cudaMemcpy(out, rounded.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
