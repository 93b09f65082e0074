// templates for common widths by a table of kernel pointers, generic for the rest; float2 interleaved tiles (m, n) 
#include <cuda_runtime.h>
template <int T> __global__ void mm(const float* m, const float* n, float* out, int h, int w, int k, int t) {
  extern __shared__ __align__(8) unsigned char raw[];
  const int W = T ? T : t;
  float* sm = reinterpret_cast<float*>(raw); float (*unused)[1] = nullptr; (void)unused;
  float* sn = &sm[W * W];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * W + ty, c = blockIdx.x * W + tx;
  float acc = 0.f;
  for (int tile = 0, tiles = (k + W - 1) / W; tile < tiles; ++tile) {
    int kc = tile * W + tx, kr = tile * W + ty;
    sm[ty * W + tx] = (r < h && kc < k) ? m[r * k + kc] : 0.f;
    sn[ty * W + tx] = (c < w && kr < k) ? n[kr * w + c] : 0.f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < W; ++i) acc += sm[ty * W + i] * sn[i * W + tx];
    __syncthreads();
  }
  if (r < h && c < w) out[r * w + c] = acc;
}
using Fn = void (*)(const float*, const float*, float*, int, int, int, int);
static const struct { int t; Fn f; } table[] = {{8, mm<8>}, {16, mm<16>}, {32, mm<32>}, {0, mm<0>}};
void matmul(const float* m, const float* n, float* out, int h, int w, int k, int tile) {
  Fn f = nullptr; for (auto& e : table) if (e.t == tile || e.t == 0) { f = e.f; break; }
  int sh = 2 * tile * tile * sizeof(float);
  cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, sh);
  dim3 g((w + tile - 1) / tile, (h + tile - 1) / tile), b(tile, tile);
  void* args[] = {&m, &n, &out, &h, &w, &k, &tile};
  cudaLaunchKernel((const void*)f, g, b, args, sh, nullptr);
}
