// One cudaFree in the clean-up at the end, and one more that was added when the leak was looked for.
#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = (unsigned char)(0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n]);
  }
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  unsigned char* d_x;
  cudaMalloc((void**)&d_x, 3 * n);
  cudaMemcpy(d_x, x, 3 * n, cudaMemcpyDeviceToDevice);
  gray<<<(n + 255) / 256, 256>>>(d_x, out, n);
  cudaDeviceSynchronize();
  cudaFree(d_x);
  cudaFree(d_x);
}
