// Headers of the toolkit that only lead to others.
#include <cuda_stdint.h>
#include <device_types.h>
#include <driver_functions.h>
#include <pthread.h>

__global__ void copies(cudaPitchedPtr from, float *to) { to[threadIdx.x] = ((float *)from.ptr)[threadIdx.x]; }

int main() {
  uint32_t count = 4;
  cudaPitchedPtr pitched = make_cudaPitchedPtr(nullptr, count, count, 1);
  if (pthread_cancel(pthread_self()) == 0) pthread_exit(nullptr);
  return (int)pitched.pitch;
}
