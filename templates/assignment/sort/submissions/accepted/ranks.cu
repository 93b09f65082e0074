// No network: each thread counts the numbers that come before its own, and stores it there.
#include <cuda_runtime.h>

__global__ void rank_kernel(const int* x, int* out, int n) {
  __shared__ int tile[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  int mine = i < n ? x[i] : 0;
  int rank = 0;
  for (int first = 0; first < n; first += 256) {
    int count = min(256, n - first);
    if (threadIdx.x < count) tile[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < count; k++) {
      rank += tile[k] < mine || (tile[k] == mine && first + k < i);
    }
    __syncthreads();
  }
  if (i < n) out[rank] = mine;
}

void sort_numbers(const int* x, int* out, int n) {
  rank_kernel<<<(n + 255) / 256, 256>>>(x, out, n);
}
