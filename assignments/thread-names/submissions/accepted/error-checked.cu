// With the checks that one adds after the first launch that silently did nothing.
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                      \
  do {                                                                   \
    cudaError_t error = (call);                                          \
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error)); \
  } while (0)

template <typename T>
__global__ void names(T* block_number, T* thread_number, T* index, T n) {
  T i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!(i < n)) return;
  block_number[i] = blockIdx.x;
  thread_number[i] = threadIdx.x;
  index[i] = i;
}

void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  dim3 block(threads_per_block, 1, 1);
  dim3 grid((n + block.x - 1) / block.x, 1, 1);
  names<int><<<grid, block>>>(block_number, thread_number, index, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
}
