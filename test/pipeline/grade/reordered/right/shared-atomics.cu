// Each thread adds to one sum, in whatever order, and a barrier follows.
#include <cfloat>
__device__ int key(float value) {
  int bits = __float_as_int(value);
  return bits >= 0 ? bits : bits ^ 0x7fffffff;
}

__device__ float value_of(int key) { return __int_as_float(key >= 0 ? key : key ^ 0x7fffffff); }

__global__ void reduce(const float *x, float *sums, float *maxima, int columns) {
  __shared__ float sum;
  __shared__ int highest;
  int t = threadIdx.x, row = blockIdx.x;
  if (t == 0) {
    sum = 0.0f;
    highest = 0x80000000;
  }
  __syncthreads();
  float own = 0.0f, largest = -FLT_MAX;
  for (int c = t; c < columns; c += 256) {
    own += x[row * columns + c];
    largest = fmaxf(largest, x[row * columns + c]);
  }
  atomicAdd(&sum, own);
  atomicMax(&highest, key(largest));
  __syncthreads();
  if (t == 255) {
    sums[row] = sum;
    maxima[row] = value_of(highest);
  }
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  reduce<<<rows, 256>>>(x, sums, maxima, columns);
}
