// The block that comes last finishes its row.
#include <cfloat>

constexpr int PARTS = 4;

__global__ void reduce(const float *x, float *totals, float *tops, int *done, float *sums, float *maxima, int columns) {
  __shared__ float partial[256], top[256];
  int t = threadIdx.x, row = blockIdx.x / PARTS, part = blockIdx.x % PARTS;
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
  totals[blockIdx.x] = partial[0];
  tops[blockIdx.x] = top[0];
  __threadfence();
  if (atomicAdd(&done[row], 1) != PARTS - 1) return;
  __threadfence();
  float sum = 0.0f, max = -FLT_MAX;
  for (int i = row * PARTS; i < (row + 1) * PARTS; i++) {
    sum += ((volatile float *)totals)[i];
    max = fmaxf(max, ((volatile float *)tops)[i]);
  }
  sums[row] = sum;
  maxima[row] = max;
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  float *totals, *tops;
  int *done;
  cudaMalloc(&totals, PARTS * rows * sizeof(float));
  cudaMalloc(&tops, PARTS * rows * sizeof(float));
  cudaMalloc(&done, rows * sizeof(int));
  cudaMemset(done, 0, rows * sizeof(int));
  reduce<<<PARTS * rows, 256>>>(x, totals, tops, done, sums, maxima, columns);
  cudaFree(totals);
  cudaFree(tops);
  cudaFree(done);
}
