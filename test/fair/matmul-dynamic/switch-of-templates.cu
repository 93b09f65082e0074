// Usual widths are compiled in; the others take the general kernel.
template <int FIXED>
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k, int width) {
  extern __shared__ float memory[];
  const int tile = FIXED > 0 ? FIXED : width;
  float *a = memory, *b = memory + tile * tile;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
  float sum = 0;
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
  using Kernel = void (*)(const float*, const float*, float*, int, int, int, int);
  Kernel kernel;
  switch (tile) {
    case 8: kernel = product<8>; break;
    case 16: kernel = product<16>; break;
    case 32: kernel = product<32>; break;
    default: kernel = product<0>;
  }
  kernel<<<dim3((w + tile - 1) / tile, (h + tile - 1) / tile), dim3(tile, tile), 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w,
                                                                                                             k, tile);
}
