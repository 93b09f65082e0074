// "A barrier is enough between two steps."
#include <cuda_runtime.h>

__device__ void compare(int* out, int n, int bits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ bits;
  if (partner > i && partner < n && out[partner] < out[i]) {
    int mine = out[i];
    out[i] = out[partner];
    out[partner] = mine;
  }
  __syncthreads();
}

__global__ void sort_kernel(int* out, int n) {
  for (int run = 1; run < n; run *= 2) {
    compare(out, n, 2 * run - 1);
    for (int distance = run / 2; distance >= 1; distance /= 2) compare(out, n, distance);
  }
}

void sort_numbers(const int* x, int* out, int n) {
  cudaMemcpy(out, x, n * sizeof(int), cudaMemcpyDeviceToDevice);
  sort_kernel<<<(n + 255) / 256, 256>>>(out, n);
}
