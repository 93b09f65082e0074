// "Steps 1, 2, 4, ... through global memory are a scan of any length, without shared memory."
#include <cuda_runtime.h>

__global__ void shift_kernel(const int* x, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i > 0 ? x[i - 1] : 0;
}

__global__ void step_kernel(const int* from, int* to, int n, int distance) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i] + (i >= distance ? from[i - distance] : 0);
}

void exclusive_scan(const int* x, int* out, int n) {
  const int blocks = (n + 255) / 256;
  int* other;
  cudaMalloc(&other, n * sizeof(int));
  int steps = 0;
  for (int distance = 1; distance < n; distance *= 2) ++steps;
  // The last step stores to out.
  int* from = steps % 2 == 0 ? out : other;
  int* to = steps % 2 == 0 ? other : out;
  shift_kernel<<<blocks, 256>>>(x, from, n);
  for (int distance = 1; distance < n; distance *= 2) {
    step_kernel<<<blocks, 256>>>(from, to, n, distance);
    int* swapped = from;
    from = to;
    to = swapped;
  }
  cudaFree(other);
}
