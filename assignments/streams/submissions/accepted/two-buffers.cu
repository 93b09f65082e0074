// Many chunks through two buffers with a stream each: a stream orders the uses of its buffer. The kernel works in place.
#include <cuda_runtime.h>

#define LENGTH 1536

__global__ void squares_kernel(float* x, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) x[i] = fmaf(x[i], x[i], 1.0f);
}

void squares(const float* x, float* out, int n) {
  cudaHostRegister(const_cast<float*>(x), n * sizeof(float), cudaHostRegisterDefault);
  cudaHostRegister(out, n * sizeof(float), cudaHostRegisterDefault);
  float* buffer[2];
  cudaStream_t stream[2];
  for (int b = 0; b < 2; ++b) {
    cudaMalloc(&buffer[b], LENGTH * sizeof(float));
    cudaStreamCreate(&stream[b]);
  }
  int turn = 0;
  for (int first = 0; first < n; first += LENGTH, turn ^= 1) {
    int count = n - first < LENGTH ? n - first : LENGTH;
    cudaMemcpyAsync(buffer[turn], x + first, count * sizeof(float), cudaMemcpyHostToDevice, stream[turn]);
    squares_kernel<<<(count + 127) / 128, 128, 0, stream[turn]>>>(buffer[turn], count);
    cudaMemcpyAsync(out + first, buffer[turn], count * sizeof(float), cudaMemcpyDeviceToHost, stream[turn]);
  }
  for (int b = 0; b < 2; ++b) {
    cudaStreamSynchronize(stream[b]);
    cudaStreamDestroy(stream[b]);
    cudaFree(buffer[b]);
  }
  cudaHostUnregister(const_cast<float*>(x));
  cudaHostUnregister(out);
}
