// References that are atomic and relaxed take the place of a barrier.
#include <cuda/atomic>

#include <cfloat>
using shared_float = cuda::atomic_ref<float, cuda::thread_scope_block>;

__global__ void reduce(const float *x, float *sums, float *maxima, int columns) {
  __shared__ float partial[256], top[256];
  int t = threadIdx.x, row = blockIdx.x;
  float own = 0.0f, largest = -FLT_MAX;
  for (int c = t; c < columns; c += 256) {
    own += x[row * columns + c];
    largest = fmaxf(largest, x[row * columns + c]);
  }
  shared_float(partial[t]).store(own, cuda::memory_order_relaxed);
  shared_float(top[t]).store(largest, cuda::memory_order_relaxed);
  if (t == 255) {
    float sum = 0.0f, max = -FLT_MAX;
    for (int i = 0; i < 256; i++) {
      sum += shared_float(partial[i]).load(cuda::memory_order_relaxed);
      max = fmaxf(max, shared_float(top[i]).load(cuda::memory_order_relaxed));
    }
    sums[row] = sum;
    maxima[row] = max;
  }
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  reduce<<<rows, 256>>>(x, sums, maxima, columns);
}
