__device__ __noinline__ int deep(int* a, int n) { volatile int v[1000]; v[n & 511] = n; return n == 0 ? v[0] : deep(a, n - 1) + v[3]; }
__global__ void k(int* a) {
  a[0] = deep(a, a[1]);
}
