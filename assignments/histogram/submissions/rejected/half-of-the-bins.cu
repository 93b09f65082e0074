// "Blocks of 128 threads are as good as any": each thread has one bin, and half of the bins have no thread.
#include <cuda_runtime.h>

__global__ void histogram_kernel(const unsigned char* x, int* bins, int n) {
  __shared__ int copy[256];
  copy[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) atomicAdd(&copy[x[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], copy[threadIdx.x]);
}

void histogram(const unsigned char* x, int* bins, int n) {
  cudaMemset(bins, 0, 256 * sizeof(int));
  histogram_kernel<<<16, 128>>>(x, bins, n);
}
