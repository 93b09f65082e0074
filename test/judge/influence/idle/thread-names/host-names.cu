// The host computes all names, and kernels copy them.
#include <stdlib.h>

__global__ void carry(const int* names, int* block_number, int* thread_number, int* index, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  block_number[i] = names[i];
  thread_number[i] = names[n + i];
  index[i] = names[2 * n + i];
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads) {
  const size_t bytes = 3 * n * sizeof(int);
  int* names = (int*)malloc(bytes);
  for (int i = 0; i < n; i++) {
    names[i] = i / threads;
    names[n + i] = i % threads;
    names[2 * n + i] = i;
  }
  int* d_names;
  cudaMalloc(&d_names, bytes);
  cudaMemcpy(d_names, names, bytes, cudaMemcpyHostToDevice);
  carry<<<(n + threads - 1) / threads, threads>>>(d_names, block_number, thread_number, index, n);
  cudaFree(d_names);
  free(names);
}
