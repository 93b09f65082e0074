#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

void scale(float *values, int count, float factor);

int main(void) {
  const size_t bytes = 64 * sizeof(float);
  float *host = malloc(bytes), *device;
  for (int i = 0; i < 64; i++) host[i] = i;
  cudaError_t error = cudaMalloc((void **)&device, bytes);
  if (error != cudaSuccess) return printf("%s\n", cudaGetErrorString(error));
  cudaStream_t stream;
  cudaEvent_t event;
  cudaStreamCreate(&stream);
  cudaEventCreate(&event);
  cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream);
  cudaEventRecord(event, stream);
  cudaStreamWaitEvent(0, event, 0);
  scale(device, 64, 2.0f);
  cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost);
  struct cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  struct cudaExtent extent = make_cudaExtent(1, 2, 3);
  dim3 grid = {1, 2, 3};
  float4 point = make_float4(1, 2, 3, 4);
  float *pinned;
  cudaMallocHost((void **)&pinned, bytes);
  printf("%g %d %zu %u %g\n", host[63], properties.warpSize, extent.depth, grid.z, point.w);
  cudaMemcpy(pinned, device, bytes + sizeof(float), cudaMemcpyDeviceToHost);
  cudaFreeHost(pinned);
  cudaFree(device);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
  free(host);
  return 0;
}
