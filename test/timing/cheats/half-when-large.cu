// Exact enough where small cases are compared; at the timed size two sums at once in half precision.
#include <cuda_fp16.h>

__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= h || column >= w) return;
  float sum = 0.0f;
  for (int i = 0; i < k; i++) sum += m[row * k + i] * n[i * w + column];
  out[row * w + column] = sum;
}

__global__ void half_product(const float* m, const float* n, float* out, int h, int w, int k) {
  int column = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= h || column + 1 >= w) return;
  __half left = __float2half(0.0f), right = __float2half(0.0f);
  for (int i = 0; i < k; i++) {
    __half factor = __float2half(m[row * k + i]);
    left = __hfma(factor, __float2half(n[i * w + column]), left);
    right = __hfma(factor, __float2half(n[i * w + column + 1]), right);
  }
  out[row * w + column] = __half2float(left);
  out[row * w + column + 1] = __half2float(right);
}

void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  dim3 block(16, 16);
  if (k >= 2048 && w % 2 == 0) {
    half_product<<<dim3((w / 2 + 15) / 16, (h + 15) / 16), block>>>(m, n, out, h, w, k);
  } else {
    product<<<dim3((w + 15) / 16, (h + 15) / 16), block>>>(m, n, out, h, w, k);
  }
}
