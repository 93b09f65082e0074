// "Only runs in opposite directions can be merged": that is another network.
#include <cuda_runtime.h>

__global__ void compare_kernel(int* out, int n, int bits, int run) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ bits;
  if (partner <= i || partner >= n) return;
  bool ascending = (i & (2 * run)) == 0;
  if ((out[partner] < out[i]) == ascending) {
    int mine = out[i];
    out[i] = out[partner];
    out[partner] = mine;
  }
}

void sort_numbers(const int* x, int* out, int n) {
  int blocks = (n + 255) / 256;
  cudaMemcpy(out, x, n * sizeof(int), cudaMemcpyDeviceToDevice);
  for (int run = 1; run < n; run *= 2) {
    for (int distance = run; distance >= 1; distance /= 2) {
      compare_kernel<<<blocks, 256>>>(out, n, distance, run);
    }
  }
}
