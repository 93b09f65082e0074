// "A value of 8 bits is a char."
#include <cuda_runtime.h>

__global__ void histogram_kernel(const unsigned char* x, int* bins, int n) {
  __shared__ int copy[256];
  copy[threadIdx.x] = 0;
  __syncthreads();
  int first = blockIdx.x * 2048 + threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    int i = first + k * 256;
    if (i < n) atomicAdd(&copy[((const signed char*)x)[i]], 1);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], copy[threadIdx.x]);
}

void histogram(const unsigned char* x, int* bins, int n) {
  cudaMemset(bins, 0, 256 * sizeof(int));
  histogram_kernel<<<(n + 2047) / 2048, 256>>>(x, bins, n);
}
