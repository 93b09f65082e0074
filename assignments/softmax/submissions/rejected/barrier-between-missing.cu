// "The loop ends with a barrier."
#include <cuda_runtime.h>

#define THREADS 256

__global__ void softmax_kernel(const float* x, float* out, int columns) {
  __shared__ float partial[THREADS];
  const float* row = x + blockIdx.x * columns;
  int me = threadIdx.x;
  float top = -INFINITY;
  for (int c = me; c < columns; c += THREADS) top = fmaxf(top, row[c]);
  partial[me] = top;
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (me < step) partial[me] = fmaxf(partial[me], partial[me + step]);
    __syncthreads();
  }
  top = partial[0];
  float sum = 0.0f;
  for (int c = me; c < columns; c += THREADS) sum += expf(row[c] - top);
  partial[me] = sum;
  __syncthreads();
  for (int step = THREADS / 2; step > 0; step /= 2) {
    if (me < step) partial[me] += partial[me + step];
    __syncthreads();
  }
  sum = partial[0];
  for (int c = me; c < columns; c += THREADS) out[blockIdx.x * columns + c] = expf(row[c] - top) / sum;
}

void softmax(const float* x, float* out, int rows, int columns) {
  softmax_kernel<<<rows, THREADS>>>(x, out, columns);
}
