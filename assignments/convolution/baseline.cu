// The baseline, for the sectors: each thread loads all of its neighbors and all weights from global memory.
#include <cuda_runtime.h>

__global__ void convolution_kernel(const float* x, const float* weights, float* out, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < taps; ++k) {
    int at = i + k - taps / 2;
    if (at >= 0 && at < n) sum += weights[k] * x[at];
  }
  out[i] = sum;
}

extern "C" void convolution(const float* x, const float* weights, float* out, int n, int taps) {
  convolution_kernel<<<(n + 255) / 256, 256>>>(x, weights, out, n, taps);
}
