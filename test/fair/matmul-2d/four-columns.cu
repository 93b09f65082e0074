// Four columns per thread by float4 if the width permits, else one.
#include <cuda_runtime.h>
static __device__ __forceinline__ float4 operator*(float s, float4 v) { return make_float4(s * v.x, s * v.y, s * v.z, s * v.w); }
static __device__ __forceinline__ float4& operator+=(float4& l, float4 r) { l.x += r.x; l.y += r.y; l.z += r.z; l.w += r.w; return l; }
__global__ void wide(const float* m, const float* n, float* out, int h, int w, int k) {
  int q = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y, wq = w / 4;
  if (q < wq && r < h) {
    float4 s = {};
    const float4* n4 = (const float4*)n;
    for (int i = 0; i < k; i++) s += m[r * k + i] * n4[i * wq + q];
    ((float4*)out)[r * wq + q] = s;
  }
}
__global__ void narrow(const float* m, const float* n, float* out, int h, int w, int k) {
  for (int r = blockIdx.y * blockDim.y + threadIdx.y; r < h; r += gridDim.y * blockDim.y)
    for (int q = blockIdx.x * blockDim.x + threadIdx.x; 4 * q < w; q += gridDim.x * blockDim.x)
      for (int c = 4 * q; c < min(4 * q + 4, w); ++c) {
        float s = 0;
        for (int i = 0; i < k; i++) s += m[r * k + i] * n[i * w + c];
        out[r * w + c] = s;
      }
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  auto* kernel = w % 4 ? narrow : wide;
  dim3 b(8, 16), g((w + 31) / 32, (h + 15) / 16);
  void* args[] = {&m, &n, &out, &h, &w, &k};
  cudaLaunchKernel((const void*)kernel, g, b, args, 0, 0);
}
