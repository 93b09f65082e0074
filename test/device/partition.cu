// Kernels whose blocks are divided at every place by partition.test.ts, and must give what they give undivided.
#include <cstdio>
#include <cassert>

__device__ int total;
__device__ int marks[64];
__constant__ float factors[2] = {2.0f, 0.5f};

__global__ void scale(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * factors[i & 1];
}
__global__ void in_place(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * 3 + 1;
}
__global__ void no_guard(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
}
__global__ void bytes(const unsigned char *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] ^ 0x5a;
}
__global__ void neighbour(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) data[i] = data[i + 1] + 1;
}
__global__ void carried(int *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += i >= blockDim.x ? data[i - blockDim.x] : 0;
}
__global__ void same_cell(int *out, int n) { out[0] = blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void histogram(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[in[i] & 7], 1);
}
__global__ void own_counter(const int *in, int *out, int n) { atomicAdd(&out[blockIdx.x], (int)threadIdx.x); }
__global__ void tickets(const int *in, int *out, int n) {
  if (threadIdx.x == 0) out[blockIdx.x] = atomicAdd(&total, 1);
}
__global__ void variables(const int *in, int *out, int n) {
  if (threadIdx.x == 0) marks[blockIdx.x & 63] += blockIdx.x + 1;
}
__global__ void reduce(const int *in, int *out, int n) {
  extern __shared__ int sums[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}
__global__ void shared_race(const int *in, int *out, int n) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[(threadIdx.x + 33) % blockDim.x];
}
__global__ void never_written(const int *in, int *out, int n) {
  __shared__ int tile[64];
  if (threadIdx.x < 8) tile[threadIdx.x] = blockIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}
__global__ void divergent(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 40) return;
  __syncthreads();
  out[i] = i;
}
__global__ void prints(const int *in, int *out, int n) {
  if (threadIdx.x == 0) printf("block %d of %d: %s\n", blockIdx.x, gridDim.x, "here");
  if (threadIdx.x == 1) out[blockIdx.x] = in[blockIdx.x];
}
__global__ void asserts(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(in[i] < n - 70);
  out[i] = 1;
}
__global__ void hangs(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile int turn = 0;
  while (in[i] > n - 70) turn = turn + 1;
  out[i] = 1;
}
__global__ void clocks(const int *in, int *out, int n) { out[blockIdx.x] = (int)clock(); }
__global__ void uninitialised(int *scratch, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = scratch[i];
}
__global__ void late_store(int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  if (i == n - 3) in[i] = 7;
}
__global__ void three_dimensions(const int *in, int *out, int n) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int i = block * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x + 10 * blockIdx.y + 100 * blockIdx.z;
}
__global__ void waits_for_an_earlier_block(int *flag, int n) {
  volatile int *set = flag;
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 2) *set = n;
  if (blockIdx.x == gridDim.x - 1)
    while (*set != n) continue;
}
__global__ void many_barriers(const int *in, int *out, int n) {
  __shared__ int turn;
  for (int i = 0; i < n; i++) {
    turn = i;
    __syncthreads();
  }
  out[blockIdx.x] = turn + in[blockIdx.x];
}
