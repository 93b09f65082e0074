#include "k.h"

static __device__ int counter = 100;
static __global__ void fill(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += doubled(counter);
}
void add(int *d, int n) { fill<<<(n + 31) / 32, 32>>>(d, n); }
int otherCounter() {
  int value;
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  return value;
}
