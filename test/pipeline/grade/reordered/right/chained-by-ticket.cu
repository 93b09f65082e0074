// Each block waits for the one that came before it.
#include <cfloat>

constexpr int PARTS = 4;

__global__ void reduce(const float *x, float *totals, float *tops, int *ready, int *next, float *sums, float *maxima, int columns) {
  __shared__ float partial[256], top[256];
  __shared__ int ticket;
  if (threadIdx.x == 0) ticket = atomicAdd(next, 1);
  __syncthreads();
  int block = ticket;
  int t = threadIdx.x, row = block / PARTS, part = block % PARTS;
  float own = 0.0f, largest = -FLT_MAX;
  for (int c = t + 256 * part; c < columns; c += 256 * PARTS) {
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
  if (part > 0) {
    while (atomicAdd(&ready[block - 1], 0) == 0) {}
    __threadfence();
    partial[0] += ((volatile float *)totals)[block - 1];
    top[0] = fmaxf(top[0], ((volatile float *)tops)[block - 1]);
  }
  ((volatile float *)totals)[block] = partial[0];
  ((volatile float *)tops)[block] = top[0];
  __threadfence();
  atomicExch(&ready[block], 1);
  if (part == PARTS - 1) {
    sums[row] = partial[0];
    maxima[row] = top[0];
  }
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  float *totals, *tops;
  int *ready;
  int blocks = PARTS * rows;
  cudaMalloc(&totals, blocks * sizeof(float));
  cudaMalloc(&tops, blocks * sizeof(float));
  cudaMalloc(&ready, (blocks + 1) * sizeof(int));
  cudaMemset(ready, 0, (blocks + 1) * sizeof(int));
  reduce<<<blocks, 256>>>(x, totals, tops, ready, ready + blocks, sums, maxima, columns);
  cudaFree(totals);
  cudaFree(tops);
  cudaFree(ready);
}
