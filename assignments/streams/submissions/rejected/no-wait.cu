// "The last copy back is the last call."
#include <cuda_runtime.h>

#define CHUNKS 4

__global__ void squares_kernel(const float* x, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = x[i] * x[i] + 1.0f;
}

void squares(const float* x, float* out, int n) {
  size_t bytes = n * sizeof(float);
  cudaHostRegister((void*)x, bytes, cudaHostRegisterDefault);
  cudaHostRegister(out, bytes, cudaHostRegisterDefault);
  float *d_x, *d_out;
  cudaMalloc(&d_x, bytes);
  cudaMalloc(&d_out, bytes);
  cudaStream_t streams[CHUNKS];
  for (int c = 0; c < CHUNKS; ++c) cudaStreamCreate(&streams[c]);
  int length = (n + CHUNKS - 1) / CHUNKS;
  for (int c = 0; c < CHUNKS; ++c) {
    int first = c * length;
    int count = n - first < length ? n - first : length;
    if (count <= 0) break;
    cudaMemcpyAsync(d_x + first, x + first, count * sizeof(float), cudaMemcpyHostToDevice, streams[c]);
    squares_kernel<<<(count + 255) / 256, 256, 0, streams[c]>>>(d_x + first, d_out + first, count);
    cudaMemcpyAsync(out + first, d_out + first, count * sizeof(float), cudaMemcpyDeviceToHost, streams[c]);
  }
}
