// One pass for maximum and sum: a sum is scaled if a larger number comes. Threads and warps combine pairs.
#include <cuda_runtime.h>

#define THREADS 128

struct Pair {
  float top, sum;
};

__device__ Pair combine(Pair a, Pair b) {
  float top = fmaxf(a.top, b.top);
  // No number yet: -INFINITY - -INFINITY is NaN.
  if (top == -INFINITY) return {top, 0.0f};
  return {top, a.sum * expf(a.top - top) + b.sum * expf(b.top - top)};
}

__global__ void softmax_kernel(const float* x, float* out, int columns) {
  __shared__ Pair pairs[THREADS];
  const int me = threadIdx.x;
  const size_t first = (size_t)blockIdx.x * columns;
  Pair mine = {-INFINITY, 0.0f};
  for (int c = me; c < columns; c += THREADS) mine = combine(mine, {x[first + c], 1.0f});
  pairs[me] = mine;
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (me < step) pairs[me] = combine(pairs[me], pairs[me + step]);
    __syncthreads();
  }
  const Pair all = pairs[0];
  for (int c = me; c < columns; c += THREADS) out[first + c] = expf(x[first + c] - all.top) / all.sum;
}

void softmax(const float* x, float* out, int rows, int columns) {
  softmax_kernel<<<rows, THREADS>>>(x, out, columns);
}
