// "The weights are in constant memory, and the neighbors are in the cache."
#include <cuda_runtime.h>

__constant__ float weight[31];

__global__ void convolution_kernel(const float* x, float* out, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < taps; ++k) {
    int at = i + k - taps / 2;
    if (at >= 0 && at < n) sum += weight[k] * x[at];
  }
  out[i] = sum;
}

void convolution(const float* x, const float* weights, float* out, int n, int taps) {
  cudaMemcpyToSymbol(weight, weights, taps * sizeof(float), 0, cudaMemcpyDeviceToDevice);
  convolution_kernel<<<(n + 255) / 256, 256>>>(x, out, n, taps);
}
