// 2x2 per thread, struct-of-params, int2 pairs, choose component by lane
#include <cuda_runtime.h>
struct Mat { const float* p; int rows, cols; __device__ float operator()(int r, int c) const { return r < rows && c < cols ? p[r * cols + c] : 0.f; } };
__global__ void mm(Mat m, Mat n, float* out) {
  int r = 2 * (blockIdx.y * blockDim.y + threadIdx.y), c = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (r >= m.rows || c >= n.cols) return;
  float2 a[2] = {};
  for (int k = 0; k < m.cols; ++k) {
    float2 b = {n(k, c), n(k, c + 1)};
    for (int i = 0; i < 2; i++) { float q = m(r + i, k); a[i].x += q * b.x; a[i].y += q * b.y; }
  }
  for (int i = 0; i < 2 && r + i < m.rows; i++) for (int j = 0; j < 2 && c + j < n.cols; j++) out[(r + i) * n.cols + c + j] = j ? a[i].y : a[i].x;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  mm<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(8, 8)>>>({m, h, k}, {n, k, w}, out);
}
