#include <cstdio>
#include "k.h"

static __device__ int counter = 3;
static __global__ void fill(int *x, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) x[i] = value;
}
static __global__ void bump() { counter += 1; }

int main() {
  int *d, h[N], own;
  cudaMalloc(&d, sizeof h);
  fill<<<(N + 31) / 32, 32>>>(d, 5);
  bump<<<1, 1>>>();
  add(d, N);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&own, counter, sizeof own);
  printf("%d %d %d %d %d\n", h[0], sum(h, N), own, otherCounter(), twice(4));
  cudaFree(d);
}
