// "After the kernel, all is done."
#include <cuda_runtime.h>

__global__ void halve_kernel(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.5f * x[i];
}

void halve(const float* x, float* out, int* status, int n) {
  size_t bytes = n * sizeof(float);
  float *d_x = nullptr, *d_out = nullptr;
  cudaError_t error = cudaMalloc(&d_x, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&d_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    halve_kernel<<<(n + 255) / 256, 256>>>(d_x, d_out, n);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_out);
  *status = error;
}
