// vector-add: kernels access mapped host memory, each element once.
#include <cuda_runtime.h>
#include <string.h>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *p, *d;
  cudaHostAlloc(&p, 3 * n * 4, cudaHostAllocMapped);
  memcpy(p, a, n * 4);
  memcpy(p + n, b, n * 4);
  cudaHostGetDevicePointer(&d, p, 0);
  add<<<(n + 255) / 256, 256>>>(d, d + n, d + 2 * n, n);
  cudaDeviceSynchronize();
  memcpy(out, p + 2 * n, n * 4);
  cudaFreeHost(p);
}
