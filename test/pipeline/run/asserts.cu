// What CUDA 13.0 on an H200 printed for these launches is in asserts.test.ts. GPUs print the lines in any order.
#include <cassert>
#include <cstdlib>
template <typename T> __device__ T half_of(T x) {
  assert(x % 2 == 0);
  return x / 2;
}
__global__ void plain(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i % 3 == 0 || i < 40);
  p[i] = half_of(i);
}
__global__ void waits(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  assert(s[63 - threadIdx.x] > 33);
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}
int main(int count, char **arguments) {
  int *p;
  cudaMalloc(&p, 4096);
  if (count > 1) waits<<<1, 64>>>(p);
  else plain<<<2, 64>>>(p);
  if (cudaDeviceSynchronize() != cudaErrorAssert) return 1;
  return cudaMemset(p, 0, 4) == cudaErrorAssert ? 0 : 2;
}
