__global__ void step(const float* now, float* next, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  int c = i % columns;
  float v = now[i];
  if (c > 0 && c < columns - 1) v += 0.25f * (now[i - 1] - 2.0f * now[i] + now[i + 1]);
  next[i] = v;
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  size_t n = size_t(rows) * columns;
  float *now, *next;
  cudaMallocManaged(&now, n * sizeof(float));
  cudaMallocManaged(&next, n * sizeof(float));
  for (size_t i = 0; i < n; i++) now[i] = start[i];
  for (int s = 0; s < steps; s++) {
    step<<<(n + 255) / 256, 256>>>(now, next, rows, columns);
    float* t = now;
    now = next;
    next = t;
  }
  cudaDeviceSynchronize();
  for (size_t i = 0; i < n; i++) out[i] = now[i];
  cudaFree(now);
  cudaFree(next);
}
