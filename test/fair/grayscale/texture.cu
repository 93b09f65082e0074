#include <cuda_runtime.h>
#include <stdexcept>
// Normalized texture reads of the planar picture
struct Tex {
  cudaTextureObject_t t{};
  Tex(const unsigned char* p, size_t n) {
    cudaResourceDesc r{}; r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = const_cast<unsigned char*>(p); r.res.linear.desc = cudaCreateChannelDesc<unsigned char>(); r.res.linear.sizeInBytes = n;
    cudaTextureDesc d{}; d.readMode = cudaReadModeNormalizedFloat; d.addressMode[0] = cudaAddressModeClamp;
    if (auto e = cudaCreateTextureObject(&t, &r, &d, nullptr); e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
  }
  Tex(const Tex&) = delete;
  ~Tex() { cudaDestroyTextureObject(t); }
};
__global__ void k(cudaTextureObject_t t, unsigned char* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = __float2uint_rn(255.f * (0.2989f * tex1Dfetch<float>(t, i) + 0.5870f * tex1Dfetch<float>(t, i + n) + 0.1140f * tex1Dfetch<float>(t, i + 2 * n)));
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width; Tex t(x, 3ull * n);
  k<<<(n + 511) / 512, 512>>>(t.t, out, n);
  cudaDeviceSynchronize();
}
