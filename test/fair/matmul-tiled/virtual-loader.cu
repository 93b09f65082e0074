// A virtual function of an object in the kernel loads the tiles.
#include <cuda_runtime.h>
struct Loader { __device__ virtual float get(int r, int c) const = 0; };
struct Bounded : Loader {
  const float* p; int rows, cols;
  __device__ Bounded(const float* p, int r, int c) : p(p), rows(r), cols(c) {}
  __device__ float get(int r, int c) const override { return r < rows && c < cols ? p[r * cols + c] : 0.0f; }
};
constexpr int T = 32;
__device__ __noinline__ void fill(float (&tile)[T][T], const Loader& l, int r0, int c0) {
  tile[threadIdx.y][threadIdx.x] = l.get(r0 + threadIdx.y, c0 + threadIdx.x);
}
__global__ void mm(const float* m, const float* n, float* out, int h, int w, int k) {
  __shared__ float a[T][T], b[T][T];
  Bounded lm(m, h, k), ln(n, k, w);
  const int r = blockIdx.y * T, c = blockIdx.x * T;
  float s = 0;
  for (int p = 0; p < k; p += T) {
    fill(a, lm, r, p); fill(b, ln, p, c);
    __syncthreads();
    for (int i = 0; i < T; i++) s += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();
  }
  if (r + threadIdx.y < h && c + threadIdx.x < w) out[(r + threadIdx.y) * w + c + threadIdx.x] = s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  mm<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
