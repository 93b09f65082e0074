// An undefined value.
__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k) {
  extern __shared__ float tiles[];
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < h && col < w) out[row * w + col] = tiles[threadIdx.x];
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  dim3 block(tile, tile);
  dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile);
  matmul_kernel<<<grid, block, 2 * tile * tile * sizeof(float)>>>(m, n, out, h, w, k);
}
