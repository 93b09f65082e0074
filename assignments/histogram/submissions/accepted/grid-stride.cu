// A grid of fixed size, a loop by the size of the grid, and blocks of 128 threads for 256 bins. Empty bins are not added.
#include <cuda_runtime.h>

__global__ void histogram_kernel(const unsigned char* __restrict__ x, int* bins, int n) {
  __shared__ int copy[256];
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) copy[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&copy[x[i]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
    if (copy[bin] > 0) atomicAdd(bins + bin, copy[bin]);
  }
}

void histogram(const unsigned char* x, int* bins, int n) {
  cudaMemset(bins, 0, sizeof(int) * 256);
  histogram_kernel<<<16, 128>>>(x, bins, n);
}
