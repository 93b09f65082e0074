// As many threads as elements of the tile: those of the halo load, and make no output. The size of the tile is dynamic.
#include <cuda_runtime.h>
#include <vector>

__constant__ float weight[31];

__global__ void convolution_kernel(const float* x, float* out, int n, int taps, int made) {
  extern __shared__ float tile[];
  int radius = taps / 2;
  int i = (int)(blockIdx.x * made + threadIdx.x) - radius;
  tile[threadIdx.x] = i >= 0 && i < n ? x[i] : 0.0f;
  __syncthreads();
  int o = blockIdx.x * made + threadIdx.x;
  if (threadIdx.x < made && o < n) {
    float sum = 0.0f;
    for (int k = 0; k < taps; ++k) sum += weight[k] * tile[threadIdx.x + k];
    out[o] = sum;
  }
}

void convolution(const float* x, const float* weights, float* out, int n, int taps) {
  std::vector<float> host(taps);
  cudaMemcpy(host.data(), weights, taps * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpyToSymbol(weight, host.data(), taps * sizeof(float));
  int threads = 256, made = threads - (taps - 1);
  convolution_kernel<<<(n + made - 1) / made, threads, threads * sizeof(float)>>>(x, out, n, taps, made);
}
