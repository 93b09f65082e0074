// Each thread loads its element, and the first threads also load the two sides of the halo.
#include <cuda_runtime.h>

#define BLOCK 128

__constant__ float weight[31];

__global__ void convolution_kernel(const float* __restrict__ x, float* __restrict__ out, int n, int taps) {
  __shared__ float tile[BLOCK + 2 * 15];
  const int radius = taps / 2;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int me = threadIdx.x;
  tile[me + radius] = i < n ? x[i] : 0;
  if (me < radius) {
    int left = i - radius, right = i + BLOCK;
    tile[me] = left >= 0 ? x[left] : 0;
    tile[me + BLOCK + radius] = right < n ? x[right] : 0;
  }
  __syncthreads();
  if (i >= n) return;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) sum = fmaf(weight[k + radius], tile[me + radius + k], sum);
  out[i] = sum;
}

void convolution(const float* x, const float* weights, float* out, int n, int taps) {
  float* symbol;
  cudaGetSymbolAddress((void**)&symbol, weight);
  cudaMemcpy(symbol, weights, taps * sizeof(float), cudaMemcpyDeviceToDevice);
  convolution_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(x, out, n, taps);
}
