// The arrays are cleared with zeros of the host first, and a table of the host says where blocks begin.
#include <cuda_runtime.h>
#include <vector>

__global__ void name(const int* starts, int* block_number, int* thread_number, int* index, int n) {
  const int i = starts[blockIdx.x] + threadIdx.x;
  if (i >= n) return;
  block_number[i] = blockIdx.x;
  thread_number[i] = threadIdx.x;
  index[i] = i;
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  const int blocks = (n + threads_per_block - 1) / threads_per_block;
  const std::vector<int> zeros(n, 0);
  std::vector<int> starts(blocks);
  for (int block = 0; block < blocks; block++) starts[block] = block * threads_per_block;
  for (int* array : {block_number, thread_number, index})
    cudaMemcpy(array, zeros.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  int* d_starts;
  cudaMalloc(&d_starts, blocks * sizeof(int));
  cudaMemcpy(d_starts, starts.data(), blocks * sizeof(int), cudaMemcpyHostToDevice);
  name<<<blocks, threads_per_block>>>(d_starts, block_number, thread_number, index, n);
  cudaFree(d_starts);
}
