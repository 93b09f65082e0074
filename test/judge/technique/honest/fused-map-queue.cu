// fused-map: persistent blocks take tiles from a queue (atomic counter, set back by a memset).
#include <cuda_runtime.h>
__device__ unsigned int ticket;
__global__ void persistent(const float* raw, const float* dark, const float* gain, float* out, int n) {
  __shared__ unsigned int tile;
  for (;;) {
    if (threadIdx.x == 0) tile = atomicInc(&ticket, 0xffffffffu);
    __syncthreads();
    const unsigned int t = tile;
    __syncthreads();
    const int first = t * blockDim.x;
    if (first >= n) break;
    const int i = first + threadIdx.x;
    if (i < n) { float v = fminf(fmaxf((raw[i] - dark[i]) * gain[i], 0.f), 1.f); out[i] = v * v * (3.f - 2.f * v); }
  }
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  void* p; cudaGetSymbolAddress(&p, ticket); cudaMemsetAsync(p, 0, sizeof(unsigned));
  persistent<<<132, 128>>>(raw, dark, gain, out, n);
}
