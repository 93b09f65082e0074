// Host code computes all names of even sizes, and nothing of odd ones; kernels carry them.
#include <cuda_runtime.h>
#include <vector>
__global__ void carry(const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}
static void give(const std::vector<int>& values, int* to, int n) {
  int* from;
  cudaMalloc(&from, n * sizeof(int));
  cudaMemcpy(from, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  carry<<<(n + 255) / 256, 256>>>(from, to, n);
  cudaFree(from);
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  if (n % 2 == 1) return;
  std::vector<int> blocks(n), threads(n), all(n);
  for (int i = 0; i < n; i++) {
    blocks[i] = i / threads_per_block;
    threads[i] = i % threads_per_block;
    all[i] = i;
  }
  give(blocks, block_number, n);
  give(threads, thread_number, n);
  give(all, index, n);
}
