__device__ __noinline__ int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += __builtin_va_arg(l, int); __builtin_va_end(l); return s; }
__global__ void k(int* a) {
  a[0] = sum(3, 1, 2, a[1]);
}
