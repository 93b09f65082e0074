// The tile of the first matrix lies transposed and padded, against bank conflicts.
#define T 32
__global__ void __launch_bounds__(T * T) product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float at[T][T + 1];
  __shared__ float b[T][T];
  size_t row = size_t(blockIdx.y) * T + threadIdx.y, col = size_t(blockIdx.x) * T + threadIdx.x;
  float sum = 0;
  for (size_t s = 0; s < size_t(k); s += T) {
    at[threadIdx.x][threadIdx.y] = row < size_t(h) && s + threadIdx.x < size_t(k) ? m[row * k + s + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = s + threadIdx.y < size_t(k) && col < size_t(w) ? n[(s + threadIdx.y) * w + col] : 0;
    __syncthreads();
    size_t terms = size_t(k) - s < T ? size_t(k) - s : T;
    for (size_t i = 0; i < terms; i++) sum += at[i][threadIdx.y] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < size_t(h) && col < size_t(w)) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
