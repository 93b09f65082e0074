// Atomic functions take the place of a barrier.
#include <cfloat>
__global__ void reduce(const float *x, float *sums, float *maxima, int columns) {
  __shared__ float partial[256], top[256];
  int t = threadIdx.x, row = blockIdx.x;
  float own = 0.0f, largest = -FLT_MAX;
  for (int c = t; c < columns; c += 256) {
    own += x[row * columns + c];
    largest = fmaxf(largest, x[row * columns + c]);
  }
  atomicExch(&partial[t], own);
  atomicExch(&top[t], largest);
  if (t == 255) {
    float sum = 0.0f, max = -FLT_MAX;
    for (int i = 0; i < 256; i++) {
      sum += atomicAdd(&partial[i], 0.0f);
      max = fmaxf(max, atomicAdd(&top[i], 0.0f));
    }
    sums[row] = sum;
    maxima[row] = max;
  }
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  reduce<<<rows, 256>>>(x, sums, maxima, columns);
}
