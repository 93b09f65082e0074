// a tile class with operator(), span views, 8x32 block non square tile; column tile k 8
#include <cuda_runtime.h>
template <class T> struct View { T* p; int rows, cols; __device__ bool has(int r, int c) const { return unsigned(r) < unsigned(rows) && unsigned(c) < unsigned(cols); } __device__ T& operator()(int r, int c) const { return p[r * cols + c]; } };
template <int R, int C> struct Tile {
  float v[R][C + 1];
  __device__ void fill(View<const float> s, int r0, int c0) {
    for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < R * C; e += blockDim.x * blockDim.y) {
      int r = e / C, c = e % C; v[r][c] = s.has(r0 + r, c0 + c) ? s(r0 + r, c0 + c) : 0.0f;
    }
  }
  __device__ const float (&operator[](int r) const)[C + 1] { return v[r]; }
};
template <int BH, int BW, int BK> __global__ void mul(View<const float> a, View<const float> b, View<float> c) {
  __shared__ Tile<BH, BK> ta; __shared__ Tile<BK, BW> tb;
  int r = blockIdx.y * BH + threadIdx.y, q = blockIdx.x * BW + threadIdx.x; float s = 0;
  for (int k = 0; k < a.cols; k += BK) {
    ta.fill(a, blockIdx.y * BH, k); tb.fill(b, k, blockIdx.x * BW); __syncthreads();
    for (int i = 0; i < BK; i++) s += ta[threadIdx.y][i] * tb[i][threadIdx.x];
    __syncthreads();
  }
  if (c.has(r, q)) c(r, q) = s;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  mul<16, 32, 8><<<dim3((w + 31) / 32, (h + 15) / 16), dim3(32, 16)>>>({m, h, k}, {n, k, w}, {out, h, w});
}
