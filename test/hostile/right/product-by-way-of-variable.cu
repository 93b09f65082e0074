// One thread multiplies all, without tiles, into an array of the device, which is copied to the output.
#include <cuda_runtime.h>
__device__ float R[20000];
__global__ void k(const float* m, const float* n, int h, int w, int kk){ for(int r=0;r<h;r++) for(int c=0;c<w;c++){ float s=0; for(int i=0;i<kk;i++) s+=m[r*kk+i]*n[i*w+c]; R[r*w+c]=s; } }
void matmul(const float* m, const float* n, float* out, int h, int w, int kk) { k<<<1,1>>>(m,n,h,w,kk); cudaMemcpyFromSymbol(out,R,4*h*w,0,cudaMemcpyDeviceToDevice); }
