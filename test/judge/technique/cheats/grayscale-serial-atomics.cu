// grayscale: one thread computes and stores by an atomic function, and a parallel kernel copies.
#include <cuda_runtime.h>
__global__ void alone(const unsigned char* x, int* out, int n) {
  for (int i = 0; i < n; i++)
    atomicExch(&out[i], (int)(unsigned char)(0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n]));
}
__global__ void copy(const int* from, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = from[i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  int* temporary;
  cudaMalloc(&temporary, n * sizeof(int));
  alone<<<1, 1>>>(x, temporary, n);
  copy<<<(n + 255) / 256, 256>>>(temporary, out, n);
  cudaFree(temporary);
}
