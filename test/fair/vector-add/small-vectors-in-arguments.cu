// Vectors of at most 8 elements are arguments, and come back by cudaMemcpyFromSymbol.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
struct Tiny { float a[8], b[8]; };
__device__ float tiny_out[8];
__global__ void add_tiny(Tiny t, int n) { if (threadIdx.x < n) tiny_out[threadIdx.x] = t.a[threadIdx.x] + t.b[threadIdx.x]; }
__global__ void add(const float* a, const float* b, float* c) { unsigned i = blockIdx.x * 256u + threadIdx.x; c[i] = a[i] + b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  if (n == 0) return;
  nvtxRangePushA("vector_add");
  if (n <= 8) {
    Tiny t = {};
    for (int i = 0; i < n; i++) t.a[i] = a[i], t.b[i] = b[i];
    add_tiny<<<1, 32>>>(t, n);
    cudaMemcpyFromSymbol(out, tiny_out, n * sizeof(float));
  } else {
    size_t padded = ((size_t)n + 1023) / 1024 * 1024, pb = padded * 4, nb = n * 4ull;
    char* d; cudaMalloc(&d, 3 * pb);
    cudaMemset(d, 0, 2 * pb);
    cudaMemcpy(d, a, nb, cudaMemcpyHostToDevice); cudaMemcpy(d + pb, b, nb, cudaMemcpyHostToDevice);
    add<<<padded / 256, 256>>>((float*)d, (float*)(d + pb), (float*)(d + 2 * pb));
    cudaMemcpy(out, d + 2 * pb, nb, cudaMemcpyDeviceToHost);
    cudaFree(d);
  }
  nvtxRangePop();
}
