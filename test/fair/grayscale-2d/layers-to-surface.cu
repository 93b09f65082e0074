// Reads a layered texture, writes a surface, and copies the array to the output.
#include <cuda_runtime.h>
#include <cstring>
__global__ void k(cudaTextureObject_t t, cudaSurfaceObject_t s, unsigned char* out, int h, int w) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r >= h || c >= w) return;
  float v = 0.2989f * tex2DLayered<unsigned char>(t, c, r, 0) + 0.5870f * tex2DLayered<unsigned char>(t, c, r, 1) + 0.1140f * tex2DLayered<unsigned char>(t, c, r, 2);
  surf2Dwrite((unsigned char)v, s, c, r);
  out[r * w + c] = (unsigned char)v;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t in, gray;
  cudaMalloc3DArray(&in, &d, make_cudaExtent(width, height, 3), cudaArrayLayered);
  cudaMallocArray(&gray, &d, width, height, cudaArraySurfaceLoadStore);
  cudaMemcpy3DParms p; memset(&p, 0, sizeof p);
  p.srcPtr = make_cudaPitchedPtr((void*)x, width, width, height);
  p.dstArray = in; p.extent = make_cudaExtent(width, height, 3); p.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&p);
  cudaResourceDesc rd; memset(&rd, 0, sizeof rd); rd.resType = cudaResourceTypeArray; rd.res.array.array = in;
  cudaTextureDesc td; memset(&td, 0, sizeof td);
  td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp; td.filterMode = cudaFilterModePoint; td.readMode = cudaReadModeElementType;
  cudaTextureObject_t t; cudaCreateTextureObject(&t, &rd, &td, NULL);
  rd.res.array.array = gray;
  cudaSurfaceObject_t s; cudaCreateSurfaceObject(&s, &rd);
  dim3 b(16, 16), g((width + 15) / 16, (height + 15) / 16);
  k<<<g, b>>>(t, s, out, height, width);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(t); cudaDestroySurfaceObject(s);
  cudaFreeArray(in); cudaFreeArray(gray);
}
