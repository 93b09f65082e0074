// chunks through pinned registered caller memory, 4 streams
#include <cuda_runtime.h>
#include <algorithm>
#include <array>
#include <vector>
#include <cassert>
__global__ void add(const float* a, const float* b, float* c, int n) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) c[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  cudaHostRegister(const_cast<float*>(a), n * sizeof(float), cudaHostRegisterReadOnly);
  cudaHostRegister(const_cast<float*>(b), n * sizeof(float), cudaHostRegisterReadOnly);
  cudaHostRegister(out, n * sizeof(float), cudaHostRegisterDefault);
  constexpr int S = 4;
  std::array<cudaStream_t, S> st; for (auto& s : st) cudaStreamCreate(&s);
  int chunk = (n + S - 1) / S;
  float *da, *db, *dc; cudaMallocAsync((void**)&da, n * 4, st[0]); cudaMallocAsync((void**)&db, n * 4, st[0]); cudaMallocAsync((void**)&dc, n * 4, st[0]);
  cudaStreamSynchronize(st[0]);
  for (int k = 0; k < S; k++) {
    int lo = k * chunk, m = std::min(chunk, n - lo); if (m <= 0) break;
    cudaMemcpyAsync(da + lo, a + lo, m * 4, cudaMemcpyHostToDevice, st[k]);
    cudaMemcpyAsync(db + lo, b + lo, m * 4, cudaMemcpyHostToDevice, st[k]);
    add<<<(m + 255) / 256, 256, 0, st[k]>>>(da + lo, db + lo, dc + lo, m);
    cudaMemcpyAsync(out + lo, dc + lo, m * 4, cudaMemcpyDeviceToHost, st[k]);
  }
  cudaError_t e = cudaDeviceSynchronize(); assert(e == cudaSuccess); (void)e;
  cudaFreeAsync(da, st[0]); cudaFreeAsync(db, st[0]); cudaFreeAsync(dc, st[0]);
  for (auto s : st) { cudaStreamSynchronize(s); cudaStreamDestroy(s); }
  cudaHostUnregister(const_cast<float*>(a)); cudaHostUnregister(const_cast<float*>(b)); cudaHostUnregister(out);
}
