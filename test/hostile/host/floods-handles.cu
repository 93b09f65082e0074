// Creates streams, events and buffers in a loop of 90,000 iterations.
#include <cuda_runtime.h>
__global__ void k(const float* a, const float* b, float* out, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) out[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  cudaStream_t s; cudaEvent_t e; float* p;
  for (int i = 0; i < 90000; i++) { cudaStreamCreate(&s); cudaEventCreate(&e); cudaMalloc(&p, 1); cudaEventRecord(e, s); }
  float *da, *db, *dout;
  cudaMalloc(&da, n * 4); cudaMalloc(&db, n * 4); cudaMalloc(&dout, n * 4);
  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
  k<<<(n + 255) / 256, 256>>>(da, db, dout, n);
  cudaMemcpy(out, dout, n * 4, cudaMemcpyDeviceToHost);
}
