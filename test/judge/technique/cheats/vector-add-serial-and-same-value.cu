// vector-add: one thread adds all elements but the first, which all threads store with the same value.
#include <cuda_runtime.h>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[0] = a[0] + b[0];
  if (i == 0) {
    for (int j = 1; j < n; j++) out[j] = a[j] + b[j];
  }
}

void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *x, *y, *sum;
  cudaMalloc(&x, bytes);
  cudaMalloc(&y, bytes);
  cudaMalloc(&sum, bytes);
  cudaMemcpy(x, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(y, b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(x, y, sum, n);
  cudaMemcpy(out, sum, bytes, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  cudaFree(sum);
}
