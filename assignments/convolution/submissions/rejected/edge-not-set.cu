// "An element that does not exist needs no value."
#include <cuda_runtime.h>

#define BLOCK 256

__constant__ float weight[31];

__global__ void convolution_kernel(const float* x, float* out, int n, int taps) {
  __shared__ float tile[BLOCK + 30];
  int radius = taps / 2;
  int first = blockIdx.x * BLOCK - radius;
  for (int at = threadIdx.x; at < BLOCK + 2 * radius; at += BLOCK) {
    int from = first + at;
    if (from >= 0 && from < n) tile[at] = x[from];
  }
  __syncthreads();
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) {
    float sum = 0.0f;
    for (int k = 0; k < taps; ++k) sum += weight[k] * tile[threadIdx.x + k];
    out[i] = sum;
  }
}

void convolution(const float* x, const float* weights, float* out, int n, int taps) {
  cudaMemcpyToSymbol(weight, weights, taps * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  convolution_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, out, n, taps);
}
