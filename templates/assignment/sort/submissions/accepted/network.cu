// A launch per step.
#include <cuda_runtime.h>

__global__ void compare_kernel(int* out, int n, int bits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ bits;
  if (partner > i && partner < n && out[partner] < out[i]) {
    int mine = out[i];
    out[i] = out[partner];
    out[partner] = mine;
  }
}

void sort_numbers(const int* x, int* out, int n) {
  int blocks = (n + 255) / 256;
  cudaMemcpy(out, x, n * sizeof(int), cudaMemcpyDeviceToDevice);
  for (int run = 1; run < n; run *= 2) {
    compare_kernel<<<blocks, 256>>>(out, n, 2 * run - 1);
    for (int distance = run / 2; distance >= 1; distance /= 2) compare_kernel<<<blocks, 256>>>(out, n, distance);
  }
}
