// Host code computes the names and passes each of them as the size of a grid.
#include <cuda_runtime.h>
__global__ void k(int* b, int* t) {
  if (blockIdx.x | blockIdx.y) return;
  *b = gridDim.x - 1; *t = gridDim.y - 1;
}
__global__ void index(int* i) { if (blockIdx.x == 0) *i = gridDim.x - 1; }
void thread_names(int* b, int* t, int* ix, int n, int tpb) {
  for (int i = 0; i < n; i++) { k<<<dim3(i / tpb + 1, i % tpb + 1), 1>>>(b + i, t + i); index<<<i + 1, 1>>>(ix + i); }
}
