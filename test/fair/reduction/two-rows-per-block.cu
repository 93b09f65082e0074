// Blocks of 96 × 2 threads for two rows, and halves of odd counts.
#include <cuda_runtime.h>
#include <limits>
struct Acc {
  float sum = 0.f, top = -std::numeric_limits<float>::infinity();
  __device__ void operator+=(float v) { sum += v; top = top < v ? v : top; }
};
__global__ void k(const float* x, float* sums, float* maxima, int rows, int columns) {
  extern __shared__ float smem[];
  const int W = blockDim.x, row = blockIdx.x * blockDim.y + threadIdx.y;
  float* s = smem + threadIdx.y * W;
  float* m = smem + blockDim.y * W + threadIdx.y * W;
  Acc acc;
  if (row < rows) {
    const float* p = x + (size_t)row * columns;
    int head = (4 - (int)(((size_t)p / sizeof(float)) & 3)) & 3;
    head = min(head, columns);
    int quads = (columns - head) / 4;
    if ((int)threadIdx.x < head) acc += p[threadIdx.x];
    const float4* q = reinterpret_cast<const float4*>(p + head);
    for (int i = threadIdx.x; i < quads; i += W) { float4 v = q[i]; acc += v.x; acc += v.y; acc += v.z; acc += v.w; }
    for (int i = head + quads * 4 + threadIdx.x; i < columns; i += W) acc += p[i];
  }
  s[threadIdx.x] = acc.sum; m[threadIdx.x] = acc.top;
  __syncthreads();
  for (int n = W; n > 1; ) {
    int half = (n + 1) / 2;
    if ((int)threadIdx.x + half < n) { s[threadIdx.x] += s[threadIdx.x + half]; m[threadIdx.x] = fmaxf(m[threadIdx.x], m[threadIdx.x + half]); }
    n = half;
    __syncthreads();
  }
  if (threadIdx.x == 0 && row < rows) { sums[row] = s[0]; maxima[row] = m[0]; }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  dim3 block(96, 2);
  size_t bytes = 2 * block.x * block.y * sizeof(float);
  k<<<(rows + 1) / 2, block, bytes>>>(x, sums, maxima, rows, columns);
}
