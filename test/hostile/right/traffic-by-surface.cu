// Two kernels pass the pixels through a surface, as if surfaces were not global memory.
#include <cuda_runtime.h>
__global__ void first(const float* raw, const float* dark, cudaSurfaceObject_t s, int n, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) surf2Dwrite(raw[i] - dark[i], s, i % W * 4, i / W);
}
__global__ void second(cudaSurfaceObject_t s, const float* gain, float* out, int n, int W) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = fminf(fmaxf(surf2Dread<float>(s, i % W * 4, i / W) * gain[i], 0.f), 1.f);
  out[i] = v * v * (3.f - 2.f * v);
}
void develop(const float* raw, const float* dark, const float* gain, float* out, int n) {
  int W = 4096, H = (n + W - 1) / W;
  cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
  cudaArray_t a; cudaMallocArray(&a, &d, W, H, cudaArraySurfaceLoadStore);
  cudaResourceDesc r = {}; r.resType = cudaResourceTypeArray; r.res.array.array = a;
  cudaSurfaceObject_t s; cudaCreateSurfaceObject(&s, &r);
  first<<<(n + 255) / 256, 256>>>(raw, dark, s, n, W);
  second<<<(n + 255) / 256, 256>>>(s, gain, out, n, W);
  cudaDestroySurfaceObject(s); cudaFreeArray(a);
}
