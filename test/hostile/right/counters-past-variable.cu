// Counts in a __device__ array that is too short, and so in the bytes after it.
#include <cuda_runtime.h>
__device__ int marks[3];
__device__ int behind[64];
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk) {
  int c = threadIdx.x + blockIdx.x * blockDim.x, r = threadIdx.y + blockIdx.y * blockDim.y;
  if (c >= w || r >= h) return;
  float s = 0;
  for (int j = 0; j < kk; j++) s += m[r * kk + j] * n[j * w + c];
  if (behind[0] == 0) atomicAdd(&marks[c % 20], 1);
  out[r * w + c] = s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk) {
  k<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(m, n, out, h, w, kk);
}
