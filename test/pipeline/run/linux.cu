// What programs for Linux take for granted: short names of types, anonymous memory, guards of NVIDIA's headers, and
// OpenMP's functions where its directives are not asked for, long double, and kernels with large parameters.
#include <errno.h>
#include <omp.h>
#include <stdio.h>
#include <sys/mman.h>

__global__ void doubled(uint *words, ulong n) {
  if (threadIdx.x < n) words[threadIdx.x] *= 2;
}

struct Large {
  int values[8000];
};
__global__ void last(Large large, int *out) { *out = large.values[7999]; }

int main() {
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__)
  return 1;
#endif
  const ulong n = 100;
  uint *words = (uint *)mmap(NULL, n * sizeof(uint), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (words == MAP_FAILED) return 2;
  uint sum = 0;
  for (ulong i = 0; i < n; i++) sum += words[i];
  printf("zeros %u, aligned %d\n", sum, (int)((size_t)words % 4096 == 0));
  words[99] = 21;
  uint *device;
  cudaMalloc(&device, n * sizeof(uint));
  cudaMemcpy(device, words, n * sizeof(uint), cudaMemcpyHostToDevice);
  doubled<<<1, 128>>>(device, n);
  cudaMemcpy(words, device, n * sizeof(uint), cudaMemcpyDeviceToHost);
  static Large large;
  large.values[7999] = 77;
  last<<<1, 1>>>(large, (int *)device);
  int got = 0;
  cudaMemcpy(&got, device, sizeof got, cudaMemcpyDeviceToHost);
  printf("large %d, %.3Lf\n", got, (long double)got / 2);
  cudaFree(device);
  printf("doubled %u\n", words[99]);
  if (munmap(words, n * sizeof(uint)) != 0) return 3;
  printf("file %d %d\n", (int)(mmap(NULL, 16, PROT_READ, MAP_PRIVATE, 0, 0) == MAP_FAILED), (int)(errno == ENODEV));
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  printf("team %d of %d, thread %d\n", threads, omp_get_num_threads(), omp_get_thread_num());
  return omp_get_wtime() < 0;
}
