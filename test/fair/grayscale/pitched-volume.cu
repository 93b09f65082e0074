// Copies the planes to a volume of cudaMalloc3D and the rows back from there.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#define OK(e) do { cudaError_t s = (e); if (s != cudaSuccess) { std::printf("CUDA %s at %d\n", cudaGetErrorString(s), __LINE__); std::exit(1); } } while (0)
__global__ void gray(cudaPitchedPtr src, unsigned char* dst, size_t dpitch, int h, int w) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < h * w; i += gridDim.x * blockDim.x) {
    int r = i / w, c = i - r * w;
    size_t slice = src.pitch * h;
    const char* base = (const char*)src.ptr + r * src.pitch + c;
    float v = 0;
    const float wt[] = {0.2989f, 0.5870f, 0.1140f};
    for (int z = 0; z < 3; z++) v += wt[z] * *(const unsigned char*)(base + z * slice);
    dst[r * dpitch + c] = (unsigned char)lrintf(v);
  }
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  cudaExtent ext = make_cudaExtent(width, height, 3);
  cudaPitchedPtr vol;
  OK(cudaMalloc3D(&vol, ext));
  cudaMemcpy3DParms p = {0};
  p.srcPtr = make_cudaPitchedPtr((void*)x, width, width, height);
  p.dstPtr = vol;
  p.extent = ext;
  p.kind = cudaMemcpyDeviceToDevice;
  OK(cudaMemcpy3D(&p));
  unsigned char* g; size_t gp;
  OK(cudaMallocPitch((void**)&g, &gp, width, height));
  gray<<<(height * width + 255) / 256, 256>>>(vol, g, gp, height, width);
  OK(cudaGetLastError());
  OK(cudaMemcpy2D(out, width, g, gp, width, height, cudaMemcpyDeviceToDevice));
  OK(cudaFree(vol.ptr));
  OK(cudaFree(g));
}
