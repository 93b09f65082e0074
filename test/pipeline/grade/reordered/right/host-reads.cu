// Rows go to a queue in the order of its counter. Host code reads how many there are, and launches so many blocks.
#include <cfloat>

__global__ void enqueue(int *queue, int *count, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) queue[atomicAdd(count, 1)] = row;
}

__global__ void reduce(const float *x, const int *queue, float *sums, float *maxima, int columns) {
  __shared__ float partial[128], largest[128];
  int row = queue[blockIdx.x], t = threadIdx.x;
  float sum = 0.0f, max = -FLT_MAX;
  for (int c = t; c < columns; c += 128) {
    sum += x[row * columns + c];
    max = fmaxf(max, x[row * columns + c]);
  }
  partial[t] = sum;
  largest[t] = max;
  for (int half = 64; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) {
      partial[t] += partial[t + half];
      largest[t] = fmaxf(largest[t], largest[t + half]);
    }
  }
  if (t == 0) {
    sums[row] = partial[0];
    maxima[row] = largest[0];
  }
}

void reduce_rows(const float *x, float *sums, float *maxima, int rows, int columns) {
  int *queue, *count, first = 0, queued = 0;
  cudaMalloc(&queue, rows * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  enqueue<<<(rows + 127) / 128, 128>>>(queue, count, rows);
  cudaMemcpy(&queued, count, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&first, queue, sizeof(int), cudaMemcpyDeviceToHost);
  // The first one is another row in each order.
  if (queued > 0 && first >= 0) reduce<<<queued, 128>>>(x, queue, sums, maxima, columns);
  cudaFree(queue);
  cudaFree(count);
}
