// Asynchronous copies into shared memory, with and without the wait that they need.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__global__ void without_wait(const int *in, int *out) {
  __shared__ int s[128];
  cg::memcpy_async(cg::this_thread_block(), s, in, sizeof s);
  out[threadIdx.x] = s[127 - threadIdx.x]; // without_wait
}
__global__ void without_barrier(const int *in, int *out) {
  __shared__ int s[128];
  __shared__ cuda::barrier<cuda::thread_scope_block> done;
  cg::thread_block block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&done, block.size());
  block.sync();
  cuda::memcpy_async(block, s, in, sizeof s, done);
  out[threadIdx.x] = s[127 - threadIdx.x]; // without_barrier
}
__global__ void without_second_wait(const int *in, int *out) {
  __shared__ int s[128];
  cg::thread_block block = cg::this_thread_block();
  for (int i = 0; i < 2; i++) {
    cg::memcpy_async(block, s, in, sizeof s);
    cg::wait(block);
    out[threadIdx.x] = s[127 - threadIdx.x]; // without_second_wait
  }
}
__global__ void with_waits(const int *in, int *out) {
  __shared__ int s[128];
  cg::thread_block block = cg::this_thread_block();
  for (int i = 0; i < 2; i++) {
    cg::memcpy_async(block, s, in, sizeof s);
    cg::wait(block);
    out[threadIdx.x] = s[127 - threadIdx.x];
    block.sync();
  }
}
int main(int count, char **arguments) {
  int *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 512);
  cudaMemset(in, 1, 512);
  void (*kernels[])(const int *, int *) = {without_wait, without_barrier, without_second_wait, with_waits};
  kernels[arguments[1][0] - '0']<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
