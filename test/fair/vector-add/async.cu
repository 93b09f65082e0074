// std::mutex, std::atomic, std::call_once, thread_local, signal handler, getenv, time, rand, atexit
#include <cuda_runtime.h>
#include <mutex>
#include <atomic>
#include <cstdlib>
#include <ctime>
static std::mutex mu; static std::once_flag once; static std::atomic<int> calls{0}; thread_local float* cache = nullptr;
__global__ void add(const float* a, const float* b, float* c, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  std::scoped_lock lock(mu); std::call_once(once, [] { std::srand((unsigned)std::time(nullptr)); std::atexit([] { if (cache) cudaFree(cache); cache = nullptr; }); });
  calls++; const char* t = std::getenv("BLOCK"); int block = t ? std::atoi(t) : 256;
  if (!cache) cudaMalloc(&cache, 12ull * n);
  float* d = cache; cudaMemcpy(d, a, 4 * n, cudaMemcpyHostToDevice); cudaMemcpy(d + n, b, 4 * n, cudaMemcpyHostToDevice);
  add<<<(n + block - 1) / block, block>>>(d, d + n, d + 2 * n, n); cudaMemcpy(out, d + 2 * n, 4 * n, cudaMemcpyDeviceToHost);
}
