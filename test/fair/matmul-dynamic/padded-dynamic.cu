// Rows of both tiles have one unused column.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  extern __shared__ float memory[];
  const int pitch = tile + 1;
  float *a = memory, *b = memory + tile * pitch;
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * tile + ty, col = blockIdx.x * tile + tx;
  float sum = 0;
  for (int s = 0; s < k; s += tile) {
    a[ty * pitch + tx] = row < h && s + tx < k ? m[row * k + s + tx] : 0;
    b[ty * pitch + tx] = s + ty < k && col < w ? n[(s + ty) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < tile; i++) sum += a[ty * pitch + i] * b[i * pitch + tx];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  product<<<dim3((w + tile - 1) / tile, (h + tile - 1) / tile), dim3(tile, tile), 2 * tile * (tile + 1) * sizeof(float)>>>(
      m, n, out, h, w, k, tile);
}
