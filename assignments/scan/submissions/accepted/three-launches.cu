// Warps scan by shuffles, four numbers per thread, and one block goes over the sums in a loop.
#include <cuda_runtime.h>

#define THREADS 256
#define PER_BLOCK 1024

__device__ int warp_scan(int value) {
  int lane = threadIdx.x % 32;
  for (int d = 1; d < 32; d *= 2) {
    int before = __shfl_up_sync(0xffffffff, value, d);
    if (lane >= d) value += before;
  }
  return value;
}

// Returns the sum up to this thread, and leaves the sum of the block in *total.
__device__ int block_scan(int value, int* total) {
  __shared__ int warps[32];
  int warp = threadIdx.x / 32;
  int sum = warp_scan(value);
  if (threadIdx.x % 32 == 31) warps[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    int of_warp = threadIdx.x < THREADS / 32 ? warps[threadIdx.x] : 0;
    int up_to = warp_scan(of_warp);
    if (threadIdx.x < THREADS / 32) warps[threadIdx.x] = up_to;
  }
  __syncthreads();
  int before = warp > 0 ? warps[warp - 1] : 0;
  *total = warps[THREADS / 32 - 1];
  __syncthreads();
  return before + sum;
}

__global__ void sum_blocks(const int* x, int* sums, int n) {
  int sum = 0, total;
  for (int k = 0; k < PER_BLOCK; k += THREADS) {
    int i = blockIdx.x * PER_BLOCK + k + threadIdx.x;
    if (i < n) sum += x[i];
  }
  block_scan(sum, &total);
  if (threadIdx.x == 0) sums[blockIdx.x] = total;
}

// One block makes offsets of the sums, in place.
__global__ void scan_sums(int* sums, int count) {
  int carry = 0;
  for (int first = 0; first < count; first += THREADS) {
    int at = first + threadIdx.x, total;
    int own = at < count ? sums[at] : 0;
    int up_to = block_scan(own, &total);
    if (at < count) sums[at] = carry + up_to - own;
    carry += total;
  }
}

__global__ void scan_blocks(const int* x, int* out, const int* offsets, int n) {
  int carry = offsets[blockIdx.x];
  for (int k = 0; k < PER_BLOCK; k += THREADS) {
    int i = blockIdx.x * PER_BLOCK + k + threadIdx.x, total;
    int own = i < n ? x[i] : 0;
    int up_to = block_scan(own, &total);
    if (i < n) out[i] = carry + up_to - own;
    carry += total;
  }
}

void exclusive_scan(const int* x, int* out, int n) {
  int blocks = (n + PER_BLOCK - 1) / PER_BLOCK;
  int* sums;
  cudaMalloc(&sums, blocks * sizeof(int));
  sum_blocks<<<blocks, THREADS>>>(x, sums, n);
  scan_sums<<<1, THREADS>>>(sums, blocks);
  scan_blocks<<<blocks, THREADS>>>(x, out, sums, n);
  cudaFree(sums);
}
