// Mistakes in the use of CUB's collectives are reported at the lines that call them.
#include <cub/cub.cuh>

__global__ void again(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x]);
  int twice = Reduce(storage).Sum(2 * in[threadIdx.x]);  // no barrier in between
  if (threadIdx.x == 0) out[0] = sum, out[1] = twice;
}

__global__ void tooFew(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 256>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x]);  // 256 threads
  if (threadIdx.x == 0) *out = sum;
}

__global__ void tooMany(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x]);  // 64 threads
  if (threadIdx.x == 0) *out = sum;
}

__global__ void guarded(const int *in, int *out, int n) {
  using Reduce = cub::BlockReduce<int, 128, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>;
  __shared__ typename Reduce::TempStorage storage;
  if (threadIdx.x < n) {
    int sum = Reduce(storage).Sum(in[threadIdx.x]);  // not all threads
    if (threadIdx.x == 0) *out = sum;
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  again<<<1, 128>>>(in, out);
  tooFew<<<1, 128>>>(in, out);
  tooMany<<<1, 128>>>(in, out);
  guarded<<<1, 128>>>(in, out, 100);
  size_t bytes = 0;
  cub::DeviceReduce::Sum(nullptr, bytes, in, out, 256);
  void *temporary;
  cudaMalloc(&temporary, bytes);
  cub::DeviceReduce::Sum(temporary, bytes, in, out + 2, 256);  // no third element
  void *small;
  cudaMalloc(&small, bytes / 2);
  cub::DeviceReduce::Sum(small, bytes, in, out, 256);  // half of the storage
  bytes = 1;
  if (cub::DeviceReduce::Sum(temporary, bytes, in, out, 256) != cudaErrorInvalidValue) return 1;
  cudaDeviceSynchronize();
  cudaFree(small);
  cudaFree(temporary);
  cudaFree(in);
  cudaFree(out);
}
