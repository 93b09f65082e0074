// A stream waits for an event that was recorded before the kernel, and then copies the result.
#include <cuda_runtime.h>
__global__ void k(const float* a, const float* b, float* out, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *dout;
  cudaStream_t s, t; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  cudaEvent_t e; cudaEventCreate(&e);
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4);
  cudaMemcpyAsync(da, a, n * 4, cudaMemcpyHostToDevice, s);
  cudaMemcpyAsync(db, b, n * 4, cudaMemcpyHostToDevice, s);
  cudaEventRecord(e, s);
  k<<<(n + 255) / 256, 256, 0, s>>>(da, db, dout, n);
  cudaStreamWaitEvent(t, e, 0);
  cudaMemcpyAsync(out, dout, n * 4, cudaMemcpyDeviceToHost, t);
  cudaStreamSynchronize(t); cudaStreamSynchronize(s);
  cudaFree(da); cudaFree(db); cudaFree(dout); cudaStreamDestroy(s); cudaStreamDestroy(t); cudaEventDestroy(e);
}
