#pragma clang section bss = "mine"
__device__ int counts[4];
__global__ void k(int* a) {
  a[1] = counts[a[0] & 3];
}
