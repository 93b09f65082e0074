// More than 48 KiB of dynamic shared memory.
#include <cuda_runtime.h>
#include <stdio.h>
enum { T = 32, KT = 256 };
struct Tiles { float *m, *n; __device__ explicit Tiles(char* base) : m((float*)base), n((float*)base + T * (KT + 1)) {} };
__global__ void mm(const float* m, const float* n, float* out, int h, int w, int k) {
  extern __shared__ char raw[];
  Tiles t(raw);
  const int r = blockIdx.y * T + threadIdx.y, c = blockIdx.x * T + threadIdx.x;
  float s = 0;
  for (int k0 = 0; k0 < k; k0 += KT) {
    const int kk = min((int)KT, k - k0);
    for (int j = threadIdx.x; j < kk; j += T) t.m[threadIdx.y * (KT + 1) + j] = r < h ? m[r * k + k0 + j] : 0.f;
    for (int j = threadIdx.y; j < kk; j += T) t.n[j * T + threadIdx.x] = c < w ? n[(k0 + j) * w + c] : 0.f;
    __syncthreads();
    for (int j = 0; j < kk; ++j) s += t.m[threadIdx.y * (KT + 1) + j] * t.n[j * T + threadIdx.x];
    __syncthreads();
  }
  if (r < h && c < w) out[r * w + c] = s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  size_t bytes = (T * (KT + 1) + KT * T) * sizeof(float);
  cudaError_t e = cudaFuncSetAttribute(mm, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
  if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); return; }
  mm<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T), bytes>>>(m, n, out, h, w, k);
}
