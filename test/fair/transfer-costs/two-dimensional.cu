// Threads in two dimensions; rods are rows of a pitched array.
__global__ void step(const float* now, float* next, size_t pitch, int rows, int columns) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= columns || r >= rows) return;
  const float* from = (const float*)((const char*)now + r * pitch);
  float* to = (float*)((char*)next + r * pitch);
  to[c] = c == 0 || c == columns - 1 ? from[c] : from[c] + 0.25f * (from[c - 1] - 2.0f * from[c] + from[c + 1]);
}
void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  float *now, *next;
  size_t pitch;
  cudaMallocPitch((void**)&now, &pitch, columns * sizeof(float), rows);
  cudaMallocPitch((void**)&next, &pitch, columns * sizeof(float), rows);
  cudaMemcpy2D(now, pitch, start, columns * sizeof(float), columns * sizeof(float), rows, cudaMemcpyHostToDevice);
  dim3 block(32, 4), grid((columns + 31) / 32, (rows + 3) / 4);
  for (int s = 0; s < steps; s++) {
    step<<<grid, block>>>(now, next, pitch, rows, columns);
    float* t = now; now = next; next = t;
  }
  cudaMemcpy2D(out, columns * sizeof(float), now, pitch, columns * sizeof(float), rows, cudaMemcpyDeviceToHost);
  cudaFree(now);
  cudaFree(next);
}
