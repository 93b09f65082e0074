// The second block of a row takes the first to have finished.
#include <cfloat>
__device__ int key(float value) {
  int bits = __float_as_int(value);
  return bits >= 0 ? bits : bits ^ 0x7fffffff;
}

__device__ float value_of(int key) { return __int_as_float(key >= 0 ? key : key ^ 0x7fffffff); }

__global__ void reduce(const float *x, float *total, int *highest, float *sums, float *maxima, int columns) {
  __shared__ float partial[256], top[256];
  int t = threadIdx.x, row = blockIdx.x / 2, second = blockIdx.x % 2;
  float own = 0.0f, largest = -FLT_MAX;
  for (int c = t + 256 * second; c < columns; c += 512) {
    own += x[row * columns + c];
    largest = fmaxf(largest, x[row * columns + c]);
  }
  partial[t] = own;
  top[t] = largest;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) {
      partial[t] += partial[t + half];
      top[t] = fmaxf(top[t], top[t + half]);
    }
    __syncthreads();
  }
  if (t != 0) return;
  atomicAdd(&total[row], partial[0]);
  atomicMax(&highest[row], key(top[0]));
  if (second) {
    sums[row] = atomicAdd(&total[row], 0.0f);
    maxima[row] = value_of(atomicMax(&highest[row], 0x80000000));
  }
}

__global__ void clear(float *total, int *top, int rows) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= rows) return;
  total[i] = 0.0f;
  top[i] = 0x80000000;
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  float *total;
  int *highest;
  cudaMalloc(&total, rows * sizeof(float));
  cudaMalloc(&highest, rows * sizeof(int));
  clear<<<(rows + 255) / 256, 256>>>(total, highest, rows);
  reduce<<<2 * rows, 256>>>(x, total, highest, sums, maxima, columns);
  cudaFree(total);
  cudaFree(highest);
}
