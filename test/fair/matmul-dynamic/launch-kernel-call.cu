__global__ void product(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  extern __shared__ float memory[];
  float *a = memory, *b = &memory[tile * tile];
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
  size_t bytes = 2 * sizeof(float) * tile * tile;
  cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  void* arguments[] = {&m, &n, &out, &h, &w, &k, &tile};
  dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile, 1), block(tile, tile, 1);
  cudaLaunchKernel((void*)product, grid, block, arguments, bytes, cudaStreamPerThread);
  cudaStreamSynchronize(cudaStreamPerThread);
}
