// A block for each rod: all steps in one launch, with the rod in shared memory.
#include <algorithm>
__global__ void rods(const float* start, float* out, int columns, int steps) {
  extern __shared__ float memory[];
  float *now = memory, *next = memory + columns;
  for (int c = threadIdx.x; c < columns; c += blockDim.x) now[c] = start[size_t(blockIdx.x) * columns + c];
  __syncthreads();
  for (int s = 0; s < steps; s++) {
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
      next[c] = c == 0 || c == columns - 1 ? now[c] : now[c] + 0.25f * (now[c - 1] - 2.0f * now[c] + now[c + 1]);
    __syncthreads();
    float* t = now;
    now = next;
    next = t;
  }
  for (int c = threadIdx.x; c < columns; c += blockDim.x) out[size_t(blockIdx.x) * columns + c] = now[c];
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  size_t bytes = size_t(rows) * columns * sizeof(float);
  float *from, *to;
  cudaMalloc(&from, bytes);
  cudaMalloc(&to, bytes);
  cudaMemcpy(from, start, bytes, cudaMemcpyHostToDevice);
  int threads = std::min(256, (columns + 31) / 32 * 32);
  rods<<<rows, threads, 2 * columns * sizeof(float)>>>(from, to, columns, steps);
  cudaMemcpy(out, to, bytes, cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
}
