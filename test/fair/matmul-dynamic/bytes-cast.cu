// The dynamic array is of bytes, cast to two arrays of floats.
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  extern __shared__ __align__(16) unsigned char bytes[];
  float* a = reinterpret_cast<float*>(bytes);
  float* b = reinterpret_cast<float*>(bytes + tile * tile * sizeof(float));
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
  product<<<dim3((w + tile - 1) / tile, (h + tile - 1) / tile), dim3(tile, tile), 2 * tile * tile * sizeof(float)>>>(
      m, n, out, h, w, k, tile);
}
