// several blocks a row, the last one to arrive finishes (threadFenceReduction)
#include <cuda_runtime.h>
#include <cuda/atomic>
#include <algorithm>
__global__ void k(const float* x, float2* part, unsigned* tickets, float* sums, float* maxima, int columns) {
  __shared__ float s[128], m[128]; __shared__ bool last;
  int row = blockIdx.y; float a = 0, b = -INFINITY;
  for (int c = blockIdx.x * 128 + threadIdx.x; c < columns; c += 128 * gridDim.x) { float v = x[row * columns + c]; a += v; b = fmaxf(b, v); }
  auto tree = [&] {
    s[threadIdx.x] = a; m[threadIdx.x] = b; __syncthreads();
    for (int d = 64; d; d >>= 1) { if (threadIdx.x < d) { s[threadIdx.x] += s[threadIdx.x + d]; m[threadIdx.x] = fmaxf(m[threadIdx.x], m[threadIdx.x + d]); } __syncthreads(); }
  };
  tree();
  if (threadIdx.x == 0) {
    part[row * gridDim.x + blockIdx.x] = make_float2(s[0], m[0]);
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> t(tickets[row]);
    last = t.fetch_add(1u, cuda::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  a = 0; b = -INFINITY;
  for (int i = threadIdx.x; i < gridDim.x; i += 128) { float2 p = part[row * gridDim.x + i]; a += p.x; b = fmaxf(b, p.y); }
  tree();
  if (threadIdx.x == 0) { sums[row] = s[0]; maxima[row] = m[0]; }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  int per = std::min(8, (columns + 127) / 128);
  float2* part; unsigned* t;
  cudaMalloc(&part, rows * per * sizeof *part); cudaMalloc(&t, rows * sizeof *t);
  cudaMemset(t, 0, rows * sizeof *t);
  k<<<dim3(per, rows), 128>>>(x, part, t, sums, maxima, columns);
  cudaFree(part); cudaFree(t);
}
