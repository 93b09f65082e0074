// Pinned memory and two streams.
#include <cuda_runtime.h>
#include <algorithm>
#include <cstring>
#include <vector>

__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *d_a, *d_b, *d_out;
  size_t size = n * sizeof(float);
  cudaMalloc(&d_a, size);
  cudaMalloc(&d_b, size);
  cudaMalloc(&d_out, size);
  float *p_a, *p_b, *p_out;
  cudaMallocHost(&p_a, size);
  cudaMallocHost(&p_b, size);
  cudaMallocHost(&p_out, size);
  memcpy(p_a, a, size);
  memcpy(p_b, b, size);
  cudaStream_t streams[2];
  int half = n / 2;
  for (int s = 0; s < 2; s++) {
    cudaStreamCreate(&streams[s]);
    int begin = s * half, count = s ? n - half : half;
    cudaMemcpyAsync(d_a + begin, p_a + begin, count * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
    cudaMemcpyAsync(d_b + begin, p_b + begin, count * sizeof(float), cudaMemcpyHostToDevice, streams[s]);
    add<<<(count + 255) / 256, 256, 0, streams[s]>>>(d_a + begin, d_b + begin, d_out + begin, count);
    cudaMemcpyAsync(p_out + begin, d_out + begin, count * sizeof(float), cudaMemcpyDeviceToHost, streams[s]);
  }
  cudaDeviceSynchronize();
  memcpy(out, p_out, size);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaFreeHost(p_a);
  cudaFreeHost(p_b);
  cudaFreeHost(p_out);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_out);
}
