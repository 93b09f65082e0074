// One kernel per array, in three streams that events join.
#include <cuda_runtime.h>
template <int Which> __global__ void fill(int* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = Which == 0 ? int(blockIdx.x) : Which == 1 ? int(threadIdx.x) : i;
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  int blocks = 1 + (n - 1) / threads_per_block;
  cudaStream_t s[3]; cudaEvent_t e[3];
  for (int i = 0; i < 3; i++) { cudaStreamCreateWithPriority(&s[i], cudaStreamNonBlocking, 0); cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming); }
  fill<0><<<blocks, threads_per_block, 0, s[0]>>>(block_number, n);
  fill<1><<<blocks, threads_per_block, 0, s[1]>>>(thread_number, n);
  fill<2><<<blocks, threads_per_block, 0, s[2]>>>(index, n);
  for (int i = 0; i < 3; i++) { cudaEventRecord(e[i], s[i]); cudaStreamWaitEvent(cudaStreamLegacy, e[i]); }
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; i++) { cudaEventDestroy(e[i]); cudaStreamDestroy(s[i]); }
}
