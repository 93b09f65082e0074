// The second matrix is transposed on the device first; tiles of both are read along rows.
#define T 16
__global__ void transpose(const float* n, float* nt, int k, int w) {
  __shared__ float tile[T][T + 1];
  int x = blockIdx.x * T + threadIdx.x, y = blockIdx.y * T + threadIdx.y;
  if (x < w && y < k) tile[threadIdx.y][threadIdx.x] = n[y * w + x];
  __syncthreads();
  x = blockIdx.y * T + threadIdx.x;
  y = blockIdx.x * T + threadIdx.y;
  if (x < k && y < w) nt[y * k + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void product(const float* m, const float* nt, float* out, int h, int w, int k) {
  __shared__ float a[T][T + 1], b[T][T + 1];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  int other = blockIdx.x * T + threadIdx.y;
  float sum = 0;
  for (int s = 0; s < k; s += T) {
    int at = s + threadIdx.x;
    a[threadIdx.y][threadIdx.x] = row < h && at < k ? m[row * k + at] : 0;
    b[threadIdx.y][threadIdx.x] = other < w && at < k ? nt[other * k + at] : 0;
    __syncthreads();
    for (int i = 0; i < T; i++) sum += a[threadIdx.y][i] * b[threadIdx.x][i];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  float* nt;
  cudaMalloc(&nt, size_t(k) * w * sizeof(float));
  transpose<<<dim3((w + T - 1) / T, (k + T - 1) / T), dim3(T, T)>>>(n, nt, k, w);
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, nt, out, h, w, k);
  cudaFree(nt);
}
