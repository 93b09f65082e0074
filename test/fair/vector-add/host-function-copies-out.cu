// cudaLaunchHostFunc copies the result out of page-locked memory.
#include <cuda_runtime.h>
#include <cstring>
#include <vector>
struct Job { const float* from; float* to; size_t bytes; };
static void CUDART_CB finish(void* p) { auto* j = static_cast<Job*>(p); std::memcpy(j->to, j->from, j->bytes); }
__device__ __managed__ int launches = 0;
__global__ void add(const float2* const* in, float* const* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) ++launches;
  if (i < n) { union { float2 v; float f[2]; } u; u.v = in[0][i]; out[0][i] = u.f[0] + u.f[1]; }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  std::vector<float2> ab(n);
  for (int i = 0; i < n; ++i) ab[i] = {a[i], b[i]};
  float2* d_ab; float* d_c; void** d_table; float* pinned;
  cudaMalloc(&d_ab, n * sizeof(float2)); cudaMalloc(&d_c, n * sizeof(float)); cudaMalloc(&d_table, 2 * sizeof(void*)); cudaMallocHost(&pinned, n * sizeof(float));
  void* table[2] = {d_ab, d_c};
  cudaMemcpy(d_table, table, sizeof table, cudaMemcpyHostToDevice);
  cudaStream_t s; cudaStreamCreate(&s);
  cudaMemcpyAsync(d_ab, ab.data(), n * sizeof(float2), cudaMemcpyHostToDevice, s);
  add<<<(n + 255) / 256, 256, 0, s>>>((const float2* const*)d_table, (float* const*)(d_table + 1), n);
  cudaMemcpyAsync(pinned, d_c, n * sizeof(float), cudaMemcpyDeviceToHost, s);
  Job job{pinned, out, n * sizeof(float)};
  cudaLaunchHostFunc(s, finish, &job);
  cudaStreamSynchronize(s);
  if (launches < 1) std::memset(out, 0, 1);
  cudaStreamDestroy(s); cudaFree(d_ab); cudaFree(d_c); cudaFree(d_table); cudaFreeHost(pinned);
}
