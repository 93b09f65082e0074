// thread-names: one thread writes all names, and a parallel kernel copies them.
#include <cuda_runtime.h>
__global__ void alone(int* all, int n, int size) {
  for (int i = 0; i < n; i++) {
    all[i] = i / size;
    all[n + i] = i % size;
    all[2 * n + i] = i;
  }
}
__global__ void copy(const int* all, int* block, int* thread, int* index, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  block[i] = all[i];
  thread[i] = all[n + i];
  index[i] = all[2 * n + i];
}
void thread_names(int* block, int* thread, int* index, int n, int size) {
  int* all;
  cudaMalloc(&all, 3 * n * sizeof(int));
  alone<<<1, 1>>>(all, n, size);
  copy<<<(n + size - 1) / size, size>>>(all, block, thread, index, n);
  cudaFree(all);
}
