// Sums in double; several rows a thread with a stride of the whole grid.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  for (int row = blockIdx.y * blockDim.y + threadIdx.y; row < h; row += gridDim.y * blockDim.y)
    for (int col = blockIdx.x * blockDim.x + threadIdx.x; col < w; col += gridDim.x * blockDim.x) {
      double sum = 0;
      for (int i = 0; i < k; i++) sum += double(m[row * k + i]) * n[i * w + col];
      out[row * w + col] = float(sum);
    }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3(4, 4), dim3(32, 8)>>>(m, n, out, h, w, k);
}
