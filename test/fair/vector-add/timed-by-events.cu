// Events time the kernel, and the time is printed with the name of the device.
#include <cstdio>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout, ms = 0;
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  cudaEvent_t start, stop;
  cudaEventCreate(&start); cudaEventCreate(&stop);
  cudaEventRecord(start);
  add<<<(n + 255) / 256, 256>>>(da, db, dout, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);
  printf("%s: %f ms, %f GB/s\n", prop.name, ms, 3.0 * bytes / ms / 1e6);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  printf("first sum %f\n", out[0]);
  cudaEventDestroy(start); cudaEventDestroy(stop);
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
