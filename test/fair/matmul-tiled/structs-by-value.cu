// The launch takes one struct with everything; the struct chooses the grid itself.
struct Product {
  const float *m, *n;
  float* out;
  int h, w, k;
  static constexpr int tile = 16;
  dim3 grid() const { return {unsigned((w + tile - 1) / tile), unsigned((h + tile - 1) / tile), 1}; }
  dim3 block() const { return {tile, tile, 1}; }
};
__global__ void multiply(const Product p) {
  __shared__ float a[Product::tile][Product::tile], b[Product::tile][Product::tile];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * p.tile + ty, col = blockIdx.x * p.tile + tx;
  float sum = 0.f;
  for (int s = 0; s < p.k; s += p.tile) {
    a[ty][tx] = row < p.h && s + tx < p.k ? p.m[row * p.k + s + tx] : 0.f;
    b[ty][tx] = s + ty < p.k && col < p.w ? p.n[(s + ty) * p.w + col] : 0.f;
    __syncthreads();
    for (int i = 0; i < p.tile; ++i) sum += a[ty][i] * b[i][tx];
    __syncthreads();
  }
  if (row < p.h && col < p.w) p.out[row * p.w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  Product p{m, n, out, h, w, k};
  multiply<<<p.grid(), p.block()>>>(p);
}
