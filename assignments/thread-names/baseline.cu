// The speed baseline: each thread writes 1,024 names that lie side by side, so that the threads of a warp write 4 KiB
// apart.
#include <cuda_runtime.h>

__global__ void names_in_runs(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 1024;
  for (int i = first; i < first + 1024 && i < n; i++) {
    block_number[i] = i / threads_per_block;
    thread_number[i] = i % threads_per_block;
    index[i] = i;
  }
}

extern "C" void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int threads = 256;
  int blocks = (n + 1024 * threads - 1) / (1024 * threads);
  names_in_runs<<<blocks, threads>>>(block_number, thread_number, index, n, threads_per_block);
}
