// Operands are copied into buffers that are padded to whole tiles, so that the product needs no guards.
constexpr int T = 32;
__global__ void product(const float* a, const float* b, float* c, int depth, int width) {
  __shared__ float x[T][T], y[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int s = 0; s < depth; s += T) {
    x[threadIdx.y][threadIdx.x] = a[row * depth + s + threadIdx.x];
    y[threadIdx.y][threadIdx.x] = b[(s + threadIdx.y) * width + col];
    __syncthreads();
    for (int i = 0; i < T; i++) sum += x[threadIdx.y][i] * y[i][threadIdx.x];
    __syncthreads();
  }
  c[row * width + col] = sum;
}
static int whole(int x) { return (x + T - 1) / T * T; }
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  const int H = whole(h), W = whole(w), K = whole(k);
  float *a, *b, *c;
  cudaMalloc(&a, size_t(H) * K * sizeof(float));
  cudaMalloc(&b, size_t(K) * W * sizeof(float));
  cudaMalloc(&c, size_t(H) * W * sizeof(float));
  cudaMemset(a, 0, size_t(H) * K * sizeof(float));
  cudaMemset(b, 0, size_t(K) * W * sizeof(float));
  cudaMemcpy2D(a, K * sizeof(float), m, k * sizeof(float), k * sizeof(float), h, cudaMemcpyDeviceToDevice);
  cudaMemcpy2D(b, W * sizeof(float), n, w * sizeof(float), w * sizeof(float), k, cudaMemcpyDeviceToDevice);
  product<<<dim3(W / T, H / T), dim3(T, T)>>>(a, b, c, K, W);
  cudaMemcpy2D(out, w * sizeof(float), c, W * sizeof(float), w * sizeof(float), h, cudaMemcpyDeviceToDevice);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
