struct big { int x[40]; };
__device__ __noinline__ int sum(big b, int i) { return b.x[3] + i; }
__device__ int (*volatile f)(int, int) = (int (*)(int, int))sum;
__global__ void k(int* a) {
  a[0] = f(0x20000000, 1);
}
