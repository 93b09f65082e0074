// A tile that is filled, and of which the own number is used.
__global__ void step_kernel(const float* now, float* next, int count) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < count ? now[i] : 0.0f;
  __syncthreads();
  if (i < count) next[i] = tile[threadIdx.x];
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
