// Threads of all blocks add behind a lock of the row; a second kernel reads.
#include <cfloat>

__global__ void clear(float *sums, float *maxima, int *locks, int rows) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= rows) return;
  sums[i] = 0.0f;
  maxima[i] = -FLT_MAX;
  locks[i] = 0;
}

__global__ void reduce(const float *x, float *sums, float *maxima, int *locks, int columns) {
  __shared__ float partial[256], top[256];
  int t = threadIdx.x, row = blockIdx.x / 2;
  float own = 0.0f, largest = -FLT_MAX;
  for (int c = t + 256 * (blockIdx.x % 2); c < columns; c += 512) {
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
  while (atomicCAS(&locks[row], 0, 1) != 0) {}
  __threadfence();
  ((volatile float *)sums)[row] = ((volatile float *)sums)[row] + partial[0];
  ((volatile float *)maxima)[row] = fmaxf(((volatile float *)maxima)[row], top[0]);
  __threadfence();
  atomicExch(&locks[row], 0);
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  int *locks;
  cudaMalloc(&locks, rows * sizeof(int));
  clear<<<(rows + 255) / 256, 256>>>(sums, maxima, locks, rows);
  reduce<<<2 * rows, 256>>>(x, sums, maxima, locks, columns);
  cudaFree(locks);
}
