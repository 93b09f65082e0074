// Rows whose length allows it are read four elements at a time.
#define T 16
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ __align__(16) float a[T][T];
  __shared__ float b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  bool wide = k % 4 == 0 && reinterpret_cast<unsigned long long>(m) % 16 == 0;
  float sum = 0;
  for (int s = 0; s < k; s += T) {
    if (wide) {
      if (tx < T / 4) {
        float4 four = make_float4(0, 0, 0, 0);
        if (row < h && s + 4 * tx < k) four = reinterpret_cast<const float4*>(m + row * k + s)[tx];
        reinterpret_cast<float4*>(a[ty])[tx] = four;
      }
    } else {
      a[ty][tx] = row < h && s + tx < k ? m[row * k + s + tx] : 0;
    }
    b[ty][tx] = s + ty < k && col < w ? n[(s + ty) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < T; i++) sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
