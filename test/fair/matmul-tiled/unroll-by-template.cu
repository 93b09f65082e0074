// Recursion at compile time sums the terms of a tile.
#define T 8
template <int I>
struct Terms {
  static __device__ float sum(const float (*a)[T], const float (*b)[T], int y, int x) {
    return a[y][I - 1] * b[I - 1][x] + Terms<I - 1>::sum(a, b, y, x);
  }
};
template <>
struct Terms<0> {
  static __device__ float sum(const float (*)[T], const float (*)[T], int, int) { return 0; }
};
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[T][T], b[T][T];
  int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0;
  for (int s = 0; s < k; s += T) {
    a[threadIdx.y][threadIdx.x] = row < h && s + threadIdx.x < k ? m[row * k + s + threadIdx.x] : 0;
    b[threadIdx.y][threadIdx.x] = s + threadIdx.y < k && col < w ? n[(s + threadIdx.y) * w + col] : 0;
    __syncthreads();
    sum += Terms<T>::sum(a, b, threadIdx.y, threadIdx.x);
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
