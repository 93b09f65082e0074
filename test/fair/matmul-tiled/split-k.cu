// Several blocks share the terms of a tile and add their sums with atomics to outputs that are cleared first.
constexpr int T = 16, PART = 64;
__global__ void clear(float* out, size_t count) {
  for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count; i += size_t(gridDim.x) * blockDim.x) out[i] = 0;
}
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[T][T], b[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  int from = blockIdx.z * PART, to = min(k, from + PART);
  float sum = 0;
  for (int s = from; s < to; s += T) {
    a[threadIdx.y][threadIdx.x] = row < h && s + threadIdx.x < to ? m[row * k + s + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = s + threadIdx.y < to && col < w ? n[(s + threadIdx.y) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < T; i++) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < h && col < w) atomicAdd(&out[row * w + col], sum);
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  clear<<<32, 256>>>(out, size_t(h) * w);
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T, (k + PART - 1) / PART), dim3(T, T)>>>(m, n, out, h, w, k);
}
