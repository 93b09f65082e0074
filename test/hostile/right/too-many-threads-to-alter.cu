// A product without tiles. More than a million threads are launched, so that its influence cannot be measured.
#include <cuda_runtime.h>
__global__ void k(const float* m, const float* n, float* out, int h, int w, int kk) {
  int i=blockIdx.x*blockDim.x+threadIdx.x; if (i>=h*w) return; int r=i/w,c=i%w; float a=0; for(int j=0;j<kk;j++) a+=m[r*kk+j]*n[j*w+c]; out[i]=a;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int kk) { k<<<4200,256>>>(m,n,out,h,w,kk); }
