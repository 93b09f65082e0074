// Only the first term, from the left neighbor.
__global__ void step_kernel(const float* now, float* next, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) next[i] = i > 0 ? now[i - 1] : now[i];
}

void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  int count = rows * columns;
  size_t bytes = (size_t)count * sizeof(float);
  float *now, *next;
  cudaMalloc(&now, bytes);
  cudaMalloc(&next, bytes);
  cudaMemcpy(now, start, bytes, cudaMemcpyHostToDevice);
  for (int step = 0; step < steps; step++) step_kernel<<<(count + 255) / 256, 256>>>(now, next, count);
  cudaMemcpy(out, next, bytes, cudaMemcpyDeviceToHost);
  cudaFree(now);
  cudaFree(next);
}
