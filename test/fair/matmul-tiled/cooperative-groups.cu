// Barriers of cooperative groups in place of __syncthreads().
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr int T = 16;
__global__ void product(const float* m, const float* n, float* out, int h, int w, int k) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ float a[T][T], b[T][T];
  const dim3 me = block.thread_index(), where = block.group_index();
  const unsigned row = where.y * T + me.y, col = where.x * T + me.x;
  float sum = 0;
  for (int s = 0; s < k; s += T) {
    a[me.y][me.x] = row < (unsigned)h && s + me.x < (unsigned)k ? m[row * k + s + me.x] : 0;
    b[me.y][me.x] = s + me.y < (unsigned)k && col < (unsigned)w ? n[(s + me.y) * w + col] : 0;
    block.sync();
    for (int i = 0; i < T; i++) sum += a[me.y][i] * b[i][me.x];
    cg::sync(block);
  }
  if (row < (unsigned)h && col < (unsigned)w) out[row * w + col] = sum;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  product<<<dim3((w + T - 1) / T, (h + T - 1) / T), dim3(T, T)>>>(m, n, out, h, w, k);
}
