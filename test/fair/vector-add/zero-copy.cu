// Kernels read and write mapped host memory.
#include <cstring>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *ha, *hb, *hout, *da, *db, *dout;
  cudaHostAlloc(&ha, n * sizeof(float), cudaHostAllocMapped);
  cudaHostAlloc(&hb, n * sizeof(float), cudaHostAllocMapped);
  cudaHostAlloc(&hout, n * sizeof(float), cudaHostAllocMapped);
  memcpy(ha, a, n * sizeof(float));
  memcpy(hb, b, n * sizeof(float));
  cudaHostGetDevicePointer((void**)&da, ha, 0);
  cudaHostGetDevicePointer((void**)&db, hb, 0);
  cudaHostGetDevicePointer((void**)&dout, hout, 0);
  add<<<(n + 255) / 256, 256>>>(da, db, dout, n);
  cudaDeviceSynchronize();
  memcpy(out, hout, n * sizeof(float));
  cudaFreeHost(ha); cudaFreeHost(hb); cudaFreeHost(hout);
}
