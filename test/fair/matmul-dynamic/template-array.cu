// extern __shared__ in a template, by the usual helper struct.
template <typename T>
struct Shared {
  __device__ operator T*() const {
    extern __shared__ int memory[];
    return reinterpret_cast<T*>(memory);
  }
};
template <typename T>
__global__ void product(const T* m, const T* n, T* out, int h, int w, int k, int tile) {
  T* a = Shared<T>();
  T* b = a + tile * tile;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
  T sum = 0;
  for (int s = 0; s < k; s += tile) {
    a[ty * tile + tx] = row < h && s + tx < k ? m[row * k + s + tx] : 0;
    b[ty * tile + tx] = s + ty < k && col < w ? n[(s + ty) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < tile; i++) sum += a[ty * tile + i] * b[i * tile + tx];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  const dim3 block(tile, tile), grid((w + tile - 1) / tile, (h + tile - 1) / tile);
  product<float><<<grid, block, 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w, k, tile);
}
