// "Each block scans its numbers, and then all are scanned."
#include <cuda_runtime.h>

#define THREADS 256

__global__ void scan_blocks(const int* x, int* out, int* sums, int n) {
  __shared__ int scan[THREADS];
  int me = threadIdx.x;
  int i = blockIdx.x * THREADS + me;
  int own = i < n ? x[i] : 0;
  scan[me] = own;
  __syncthreads();
  for (int distance = 1; distance < THREADS; distance *= 2) {
    int before = me >= distance ? scan[me - distance] : 0;
    __syncthreads();
    scan[me] += before;
    __syncthreads();
  }
  if (i < n) out[i] = scan[me] - own;
  if (me == THREADS - 1) sums[blockIdx.x] = scan[me];
}

__global__ void add_offsets(int* out, const int* offsets, int n) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) out[i] += offsets[blockIdx.x];
}

void exclusive_scan(const int* x, int* out, int n) {
  int blocks = (n + THREADS - 1) / THREADS;
  int* sums;
  cudaMalloc(&sums, blocks * sizeof(int));
  scan_blocks<<<blocks, THREADS>>>(x, out, sums, n);
  cudaFree(sums);
}
