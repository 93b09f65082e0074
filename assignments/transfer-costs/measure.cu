// What copies, launches and steps cost on your machine. Compile it with nvcc and run it where there is a GPU:
//
//     nvcc -O2 -o measure measure.cu && ./measure
//
// Each line is the shortest of several tries, in microseconds. The first call of all is left out: it wakes the GPU up.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

__global__ void nothing() {}

__global__ void one_step(const float* now, float* next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) next[i] = now[i] + 0.25f * (now[i - 1] - 2.0f * now[i] + now[i + 1]);
}

/// Microseconds of the fastest of `tries` calls, with everything that they started on the GPU.
template <typename F>
double fastest(int tries, F call) {
  double best = 1e30;
  for (int i = 0; i < tries; i++) {
    cudaDeviceSynchronize();
    auto begin = std::chrono::steady_clock::now();
    call();
    cudaDeviceSynchronize();
    std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    best = std::min(best, took.count());
  }
  return best;
}

int main(int argc, char**) {
  // A small run for trying out the program itself; any argument asks for it.
  const int largest = argc > 1 ? 1 << 10 : 1 << 24;
  const int tries = argc > 1 ? 2 : 20;
  float *now, *next;
  cudaMalloc(&now, largest * sizeof(float));
  cudaMalloc(&next, largest * sizeof(float));
  cudaMemset(now, 0, largest * sizeof(float));
  nothing<<<1, 1>>>();

  printf("an empty kernel, launched and waited for: %.1f\n", fastest(tries, [] { nothing<<<1, 1>>>(); }));
  printf("100 empty kernels, launched and waited for: %.1f\n", fastest(tries, [] {
           for (int i = 0; i < 100; i++) nothing<<<1, 1>>>();
         }));
  printf("%12s %12s %12s %12s %12s\n", "floats", "to the GPU", "back", "step, GPU", "step, CPU");
  for (int n = 1; n <= largest; n *= 4) {
    std::vector<float> a(n, 1.0f), b(n);
    size_t bytes = n * sizeof(float);
    double over = fastest(tries, [&] { cudaMemcpy(now, a.data(), bytes, cudaMemcpyHostToDevice); });
    double back = fastest(tries, [&] { cudaMemcpy(b.data(), now, bytes, cudaMemcpyDeviceToHost); });
    double gpu = fastest(tries, [&] { one_step<<<(n + 255) / 256, 256>>>(now, next, n); });
    double cpu = fastest(tries, [&] {
      for (int i = 1; i < n - 1; i++) b[i] = a[i] + 0.25f * (a[i - 1] - 2.0f * a[i] + a[i + 1]);
    });
    printf("%12d %12.1f %12.1f %12.1f %12.1f\n", n, over, back, gpu, cpu);
  }
  cudaFree(now);
  cudaFree(next);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
