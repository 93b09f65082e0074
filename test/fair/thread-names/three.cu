// three kernels, chosen at compile time by a tag, in three streams, joined by events
#include <cuda_runtime.h>
enum class What { Block, Thread, Index };
template <What W> __global__ void name(int* __restrict__ p, unsigned n) {
  const unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  if constexpr (W == What::Block) p[i] = blockIdx.x; else if constexpr (W == What::Thread) p[i] = threadIdx.x; else p[i] = i;
}
struct Stream { cudaStream_t s; Stream() { cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 0); } ~Stream() { cudaStreamSynchronize(s); cudaStreamDestroy(s); } operator cudaStream_t() const { return s; } };
void thread_names(int* block_number, int* thread_number, int* index, int n, int threads_per_block) {
  Stream s[3]; unsigned g = (n + threads_per_block - 1u) / threads_per_block;
  name<What::Block><<<g, threads_per_block, 0, s[0]>>>(block_number, n);
  name<What::Thread><<<g, threads_per_block, 0, s[1]>>>(thread_number, n);
  name<What::Index><<<g, threads_per_block, 0, s[2]>>>(index, n);
}
