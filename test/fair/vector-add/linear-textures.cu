// Linear textures for both inputs.
#include <cuda_runtime.h>
#include <cstring>
static cudaTextureObject_t make_linear(const float* p, size_t bytes) {
  cudaResourceDesc r; memset(&r, 0, sizeof(r));
  r.resType = cudaResourceTypeLinear;
  r.res.linear.devPtr = const_cast<float*>(p);
  r.res.linear.desc = cudaCreateChannelDesc<float>();
  r.res.linear.sizeInBytes = bytes;
  cudaTextureDesc t{}; t.readMode = cudaReadModeElementType;
  cudaTextureObject_t o = 0;
  cudaCreateTextureObject(&o, &r, &t, nullptr);
  return o;
}
__global__ void add(cudaTextureObject_t a, cudaTextureObject_t b, float* __restrict__ c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = tex1Dfetch<float>(a, i) + tex1Dfetch<float>(b, i);
}
void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *da, *db, *dc;
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dc, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyDefault);
  cudaMemcpy(db, b, bytes, cudaMemcpyDefault);
  auto ta = make_linear(da, bytes), tb = make_linear(db, bytes);
  add<<<dim3((n + 511) / 512), dim3(512)>>>(ta, tb, dc, n);
  cudaMemcpy(out, dc, bytes, cudaMemcpyDefault);
  cudaDestroyTextureObject(ta); cudaDestroyTextureObject(tb);
  cudaFree(da); cudaFree(db); cudaFree(dc);
}
