// What a program of this folder begins with: each statement of CUDA's documentation that it shows holds or does not.
#ifndef CHECK_H
#define CHECK_H
#include <stdio.h>

// On the device the first thread speaks for all, unless another one contradicts.
static __host__ __device__ __noinline__ void check(bool holds, const char *statement) {
#ifdef __CUDA_ARCH__
  if (holds && (threadIdx.x | threadIdx.y | threadIdx.z | blockIdx.x) != 0) return;
#endif
  printf("%s %s\n", holds ? "ok" : "not ok", statement);
}

#endif
