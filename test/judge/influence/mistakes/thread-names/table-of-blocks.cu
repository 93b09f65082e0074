// Host code gives the first index of each block in a table, with the numbers of the blocks; these begin at 1.
#include <cuda_runtime.h>
#include <vector>
__global__ void names(const int* table, int* block_number, int* thread_number, int* index, int n) {
  int first = table[2 * blockIdx.x], i = first + threadIdx.x;
  if (i >= n) return;
  block_number[i] = table[2 * blockIdx.x + 1];
  thread_number[i] = threadIdx.x;
  index[i] = i;
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads) {
  int blocks = (n + threads - 1) / threads;
  std::vector<int> table;
  for (int block = 0; block < blocks; block++) {
    table.push_back(block * threads);
    table.push_back(block + 1);
  }
  int* d_table;
  cudaMalloc(&d_table, table.size() * sizeof(int));
  cudaMemcpy(d_table, table.data(), table.size() * sizeof(int), cudaMemcpyHostToDevice);
  names<<<blocks, threads>>>(d_table, block_number, thread_number, index, n);
  cudaFree(d_table);
}
