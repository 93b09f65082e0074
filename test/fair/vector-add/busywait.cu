// streams polled: while (cudaStreamQuery(s) == cudaErrorNotReady) spin; clock64 sleeps in a kernel; __nanosleep
#include <cuda_runtime.h>
__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) { long long t = clock64(); while (clock64() - t < 1000) ; __nanosleep(100); }
  if (i < n) c[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float* d; cudaStream_t s; cudaStreamCreate(&s); cudaMallocManaged(&d, 12ull * n); cudaMemcpyAsync(d, a, 4 * n, cudaMemcpyHostToDevice, s); cudaMemcpyAsync(d + n, b, 4 * n, cudaMemcpyHostToDevice, s);
  cudaMemPrefetchAsync(d, 12ull * n, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, s);
  add<<<(n + 255) / 256, 256, 0, s>>>(d, d + n, d + 2 * n, n);
  while (cudaStreamQuery(s) == cudaErrorNotReady) ;
  for (int i = 0; i < n; i++) out[i] = d[2 * n + i];
  cudaFree(d); cudaStreamDestroy(s);
}
