// One launch: each block waits for the sum of all blocks before it. A counter gives blocks their numbers in the order in
// which they start, so that no block waits for one that cannot start.
#include <cuda_runtime.h>

#define THREADS 256

struct Chain {
  unsigned int started;
  unsigned int done;
  int sum;
};

__global__ void scan_kernel(const int* x, int* out, int n, volatile Chain* chain) {
  __shared__ int scan[THREADS];
  __shared__ unsigned int block;
  __shared__ int offset;
  int me = threadIdx.x;
  if (me == 0) block = atomicAdd((unsigned int*)&chain->started, 1u);
  __syncthreads();
  int i = block * THREADS + me;
  int own = i < n ? x[i] : 0;
  scan[me] = own;
  __syncthreads();
  for (int distance = 1; distance < THREADS; distance *= 2) {
    int before = me >= distance ? scan[me - distance] : 0;
    __syncthreads();
    scan[me] += before;
    __syncthreads();
  }
  if (me == 0) {
    while (chain->done != block) {
    }
    __threadfence();
    offset = chain->sum;
    chain->sum = offset + scan[THREADS - 1];
    __threadfence();
    chain->done = block + 1;
  }
  __syncthreads();
  if (i < n) out[i] = offset + scan[me] - own;
}

void exclusive_scan(const int* x, int* out, int n) {
  Chain* chain;
  cudaMalloc(&chain, sizeof(Chain));
  cudaMemset(chain, 0, sizeof(Chain));
  scan_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, out, n, chain);
  cudaFree(chain);
}
