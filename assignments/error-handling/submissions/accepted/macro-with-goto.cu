// A macro that goes to the end of the function.
#include <cstdio>
#include <cuda_runtime.h>

#define CHECK(call)                                                          \
  do {                                                                       \
    error = (call);                                                          \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      goto end;                                                              \
    }                                                                        \
  } while (0)

__global__ void halve_kernel(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 0.5f;
}

void halve(const float* x, float* out, int* status, int n) {
  cudaError_t error;
  float* device = nullptr;
  CHECK(cudaMalloc((void**)&device, n * sizeof(float)));
  CHECK(cudaMemcpy(device, x, n * sizeof(float), cudaMemcpyHostToDevice));
  halve_kernel<<<(n + 127) / 128, 128>>>(device, n);
  CHECK(cudaPeekAtLastError());
  CHECK(cudaMemcpy(out, device, n * sizeof(float), cudaMemcpyDeviceToHost));
end:
  cudaFree(device);
  *status = (int)error;
}
