// Times its launch with three clocks of the host, and prints the times.
#include <chrono>
#include <cstdio>
#include <ctime>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width;
  auto start = std::chrono::high_resolution_clock::now();
  clock_t ticks = clock();
  timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  gray<<<(n + 255) / 256, 256>>>(x, out, n);
  cudaDeviceSynchronize();
  clock_gettime(CLOCK_MONOTONIC, &after);
  double ms = (after.tv_sec - before.tv_sec) * 1e3 + (after.tv_nsec - before.tv_nsec) / 1e6;
  std::chrono::duration<double, std::milli> passed = std::chrono::high_resolution_clock::now() - start;
  if (ms < 0 || passed.count() < ms) n = 0;
  printf("%d pixels: %.3f ms, %.3f ms, %ld ticks\n", n, ms, passed.count(), (long)(clock() - ticks));
}
