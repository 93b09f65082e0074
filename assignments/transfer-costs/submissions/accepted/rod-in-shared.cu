// A block for each rod, which stays in shared memory for all steps: one launch altogether.
#include <cuda_runtime.h>

__global__ void all_steps(const float* start, float* out, int columns, int steps) {
  extern __shared__ float both[];
  float* now = both;
  float* next = both + columns;
  const float* from = start + (size_t)blockIdx.x * columns;
  float* to = out + (size_t)blockIdx.x * columns;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) now[c] = from[c];
  __syncthreads();
  for (int step = 0; step < steps; step++) {
    for (int c = threadIdx.x; c < columns; c += blockDim.x) {
      float t = now[c];
      if (c > 0 && c < columns - 1) t += 0.25f * (now[c - 1] - 2.0f * t + now[c + 1]);
      next[c] = t;
    }
    __syncthreads();
    float* other = now;
    now = next;
    next = other;
  }
  for (int c = threadIdx.x; c < columns; c += blockDim.x) to[c] = now[c];
}

void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  size_t bytes = (size_t)rows * columns * sizeof(float);
  float *from, *to;
  cudaMalloc(&from, bytes);
  cudaMalloc(&to, bytes);
  cudaMemcpy(from, start, bytes, cudaMemcpyHostToDevice);
  all_steps<<<rows, 256, 2 * columns * sizeof(float)>>>(from, to, columns, steps);
  cudaMemcpy(out, to, bytes, cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
}
