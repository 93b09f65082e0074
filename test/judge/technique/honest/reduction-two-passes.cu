// reduction: four blocks per row write partial results, and a second kernel adds them up.
#include <cuda_runtime.h>
__global__ void finish(const float* s, const float* l, float* sums, float* maxima, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0, largest = -INFINITY;
  for (int i = 0; i < 4; i++) {
    sum += s[row * 4 + i];
    largest = fmaxf(largest, l[row * 4 + i]);
  }
  sums[row] = sum;
  maxima[row] = largest;
}
__global__ void reduce(const float* x, float* sums, float* maxima, int columns) {
  __shared__ float s[256], l[256];
  int t = threadIdx.x, row = blockIdx.y;
  float sum = 0, largest = -INFINITY;
  for (int i = blockIdx.x * 256 + t; i < columns; i += 256 * gridDim.x) {
    sum += x[row * columns + i];
    largest = fmaxf(largest, x[row * columns + i]);
  }
  s[t] = sum;
  l[t] = largest;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) {
      s[t] += s[t + half];
      l[t] = fmaxf(l[t], l[t + half]);
    }
    __syncthreads();
  }
  if (t == 0) {
    sums[row * gridDim.x + blockIdx.x] = s[0];
    maxima[row * gridDim.x + blockIdx.x] = l[0];
  }
}
void reduce_rows(const float* x, float* sums, float* maxima, int rows, int columns) {
  float *s, *l;
  cudaMalloc(&s, rows * 4 * sizeof(float));
  cudaMalloc(&l, rows * 4 * sizeof(float));
  reduce<<<dim3(4, rows), 256>>>(x, s, l, columns);
  finish<<<(rows + 63) / 64, 64>>>(s, l, sums, maxima, rows);
  cudaFree(s);
  cudaFree(l);
}
