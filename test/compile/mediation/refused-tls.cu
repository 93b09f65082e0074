__device__ __thread int x;
__global__ void k(int* a) {
  a[0] = x++;
}
