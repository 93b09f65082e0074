// A buffer frees itself, and an error is an exception up to the end of the function.
#include <cuda_runtime.h>

struct Failure {
  cudaError_t error;
};

static void check(cudaError_t error) {
  if (error != cudaSuccess) throw Failure{error};
}

struct Buffer {
  float* data = nullptr;
  explicit Buffer(size_t count) { check(cudaMalloc(&data, count * sizeof(float))); }
  ~Buffer() { cudaFree(data); }
};

__global__ void halve_kernel(const float* x, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = x[i] / 2;
}

void halve(const float* x, float* out, int* status, int n) {
  try {
    Buffer d_x(n), d_out(n);
    check(cudaMemcpy(d_x.data, x, n * sizeof(float), cudaMemcpyHostToDevice));
    halve_kernel<<<16, 128>>>(d_x.data, d_out.data, n);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(out, d_out.data, n * sizeof(float), cudaMemcpyDeviceToHost));
    *status = 0;
  } catch (const Failure& failure) {
    *status = failure.error;
  }
}
