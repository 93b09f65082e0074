// One tree for any operator; sum and maximum are types with an identity.
#include <limits>
struct Plus {
  static __device__ float identity() { return 0.0f; }
  __device__ float operator()(float a, float b) const { return a + b; }
};
struct Max {
  static __device__ float identity() { return -3.402823466e+38f; }
  __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};
template <typename Operator, unsigned THREADS>
__device__ float reduce_block(float value, float* memory) {
  Operator apply;
  memory[threadIdx.x] = value;
  __syncthreads();
#pragma unroll
  for (unsigned d = THREADS / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) memory[threadIdx.x] = apply(memory[threadIdx.x], memory[threadIdx.x + d]);
    __syncthreads();
  }
  float result = memory[0];
  __syncthreads();
  return result;
}
template <unsigned THREADS>
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float memory[THREADS];
  float sum = Plus::identity(), top = Max::identity();
  for (int c = threadIdx.x; c < columns; c += THREADS) {
    float v = x[blockIdx.x * columns + c];
    sum = Plus()(sum, v);
    top = Max()(top, v);
  }
  sum = reduce_block<Plus, THREADS>(sum, memory);
  top = reduce_block<Max, THREADS>(top, memory);
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = sum;
    maxima[blockIdx.x] = top;
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  reduce<128><<<rows, 128>>>(x, sums, maxima, columns);
}
