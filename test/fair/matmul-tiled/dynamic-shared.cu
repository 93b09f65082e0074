// Both tiles lie in dynamic shared memory, and the host allows more than 48 KiB of it.
#include <cstdio>
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k, int t, int depth) {
  extern __shared__ float memory[];
  float* a = memory;
  float* b = memory + t * depth;
  int row = blockIdx.y * t + threadIdx.y, col = blockIdx.x * t + threadIdx.x;
  float sum = 0;
  for (int s = 0; s < k; s += depth) {
    for (int c = threadIdx.x; c < depth; c += t) a[threadIdx.y * depth + c] = row < h && s + c < k ? m[row * k + s + c] : 0;
    for (int r = threadIdx.y; r < depth; r += t) b[r * t + threadIdx.x] = s + r < k && col < w ? n[(s + r) * w + col] : 0;
    __syncthreads();
    for (int i = 0; i < depth; i++) sum += a[threadIdx.y * depth + i] * b[i * t + threadIdx.x];
    __syncthreads();
  }
  if (row < h && col < w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  const int t = 32, depth = 256;
  const size_t bytes = 2 * t * depth * sizeof(float);
  cudaError_t allowed = cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
  if (allowed != cudaSuccess) {
    fprintf(stderr, "%s\n", cudaGetErrorString(allowed));
    return;
  }
  product<<<dim3((w + t - 1) / t, (h + t - 1) / t), dim3(t, t), bytes>>>(m, n, out, h, w, k, t, depth);
}
