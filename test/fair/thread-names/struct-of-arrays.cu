// A struct of arrays as an argument, and an index of 64 bits.
#include <cuda_runtime.h>
#include <optional>
#include <iostream>
#include <string>
#include <cstdlib>
struct Names { int *block, *thread, *index; };
__global__ void write(Names names, unsigned long long n) {
  const auto i = static_cast<unsigned long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (n - 1ull - i < n) {  /* wraps where i >= n */
    names.block[i] = blockIdx.x;
    names.thread[i] = threadIdx.x;
    names.index[i] = int(i);
  }
}
static std::optional<std::string> failure() {
  if (auto e = cudaGetLastError(); e != cudaSuccess) return cudaGetErrorString(e);
  return std::nullopt;
}
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  auto [blocks, rest] = div(n, threads_per_block);
  write<<<blocks + (rest != 0), threads_per_block>>>({block_number, thread_number, index}, n);
  if (auto f = failure()) std::cerr << "thread_names: " << *f << '\n';
}
