// matmul-tiled: the inputs are loaded by atomic functions.
#include <cuda_runtime.h>
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float s[256];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x, t = threadIdx.y * 16 + threadIdx.x;
  s[t] = m[t];
  __syncthreads();
  if (row >= h || column >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += atomicAdd((float*)&m[row * k + i], 0.0f) * atomicAdd((float*)&n[i * w + column], 0.0f);
  out[row * w + column] = sum + 0 * s[t ^ 1];
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m, n, out, h, w, k);
}
