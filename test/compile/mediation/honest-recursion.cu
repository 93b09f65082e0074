__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(int* a) { int v[10]; for (int i = 0; i < 10; i++) v[i] = fib(i); __syncthreads(); a[threadIdx.x] = v[threadIdx.x % 10]; }
