// Every call can fail. Hand in this one file. Check it whenever you like:
//
//     grade submit error-handling starter.cu
//
#include <cuda_runtime.h>

__global__ void halve_kernel(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.5f * x[i];
}

// The grader calls this function. x, out and status are in host memory. It is right on a day on which nothing fails.
void halve(const float* x, float* out, int* status, int n) {
  size_t bytes = n * sizeof(float);
  float *d_x, *d_out;
  // 1. Which of these calls returns an error, and where does a launch return one?
  // 2. What is already allocated if a later call fails?
  // 3. What must not happen any more after an error?
  cudaMalloc(&d_x, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice);
  // 4. The launch.
  cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  cudaFree(d_out);
  *status = cudaSuccess;
}
