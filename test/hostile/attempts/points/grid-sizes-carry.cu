// thread-names: host code computes the names and each launch carries them as its grid's extents; a kernel knows nothing but gridDim
#include <cuda_runtime.h>
__global__ void k(int* b, int* t, int* i) {
  if (blockIdx.x | blockIdx.y | blockIdx.z) return;
  *b = gridDim.x - 1; *t = gridDim.y - 1; *i = (gridDim.x - 1) * gridDim.z + gridDim.y - 1;
}
void thread_names(int* b, int* t, int* ix, int n, int tpb) {
  for (int i = 0; i < n; i++) k<<<dim3(i / tpb + 1, i % tpb + 1, 1), 1>>>(b + i, t + i, ix + i);
}
