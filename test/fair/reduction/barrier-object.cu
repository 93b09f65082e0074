// cuda::barrier in place of __syncthreads().
#include <cuda/barrier>
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float s[128], t[128];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  float sum = 0, top = -INFINITY;
  for (int c = threadIdx.x; c < columns; c += 128) {
    float v = x[blockIdx.x * columns + c];
    sum += v;
    top = fmaxf(top, v);
  }
  s[threadIdx.x] = sum;
  t[threadIdx.x] = top;
  barrier.arrive_and_wait();
  for (int d = 64; d; d /= 2) {
    if (threadIdx.x < d) {
      s[threadIdx.x] += s[threadIdx.x + d];
      t[threadIdx.x] = fmaxf(t[threadIdx.x], t[threadIdx.x + d]);
    }
    barrier.arrive_and_wait();
  }
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = s[0];
    maxima[blockIdx.x] = t[0];
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<<<rows, 128>>>(x, sums, maxima, columns);
}
