// "atomicAdd is all that a histogram needs."
#include <cuda_runtime.h>

__global__ void histogram_kernel(const unsigned char* x, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[x[i]], 1);
}

void histogram(const unsigned char* x, int* bins, int n) {
  cudaMemset(bins, 0, 256 * sizeof(int));
  histogram_kernel<<<(n + 255) / 256, 256>>>(x, bins, n);
}
