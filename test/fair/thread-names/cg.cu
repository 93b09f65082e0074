#include <cuda_runtime.h>
#include <cooperative_groups.h>
using namespace cooperative_groups;
__global__ void names(int* b, int* t, int* i, int n) {
  grid_group g = this_grid(); thread_block tb = this_thread_block();
  if (auto r = g.thread_rank(); r < n) { b[r] = g.block_rank(); t[r] = tb.thread_rank(); i[r] = (int)r; }
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  auto blocks = (n - 1) / threads_per_block + 1;
  names<<<blocks, threads_per_block>>>(block_number, thread_number, index, n);
  cudaStreamSynchronize(cudaStreamPerThread);
  cudaStreamSynchronize(0);
}
