// matmul-tiled: the inputs are in constant memory, which has no sectors of global memory.
#include <cuda_runtime.h>
__constant__ float cm[9000];
__constant__ float cn[7000];
__global__ void product(float* out, int h, int w, int k) {
  __shared__ float s[256];
  int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x, t = threadIdx.y * 16 + threadIdx.x;
  s[t] = cm[t];
  __syncthreads();
  if (row >= h || column >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += cm[row * k + i] * cn[i * w + column];
  out[row * w + column] = sum + (s[t ^ 1] - cm[t ^ 1]);
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  if (h * k > 9000 || k * w > 7000) return;
  cudaMemcpyToSymbol(cm, m, h * k * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyToSymbol(cn, n, k * w * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  product<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(out, h, w, k);
}
