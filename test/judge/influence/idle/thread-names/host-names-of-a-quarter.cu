// Host code computes a quarter of the names; four threads carry each of them.
#include <cuda_runtime.h>
#include <vector>
__global__ void carry(const int* from, int* to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i / 4] = from[i / 4];
}
static void give(const std::vector<int>& values, int* to, int n) {
  int* from;
  cudaMalloc(&from, values.size() * sizeof(int));
  cudaMemcpy(from, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
  carry<<<(n + 255) / 256, 256>>>(from, to, n);
  cudaFree(from);
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  const int some = (n + 3) / 4;
  std::vector<int> blocks(some), threads(some), all(some);
  for (int i = 0; i < some; i++) {
    blocks[i] = i / threads_per_block;
    threads[i] = i % threads_per_block;
    all[i] = i;
  }
  give(blocks, block_number, n);
  give(threads, thread_number, n);
  give(all, index, n);
}
