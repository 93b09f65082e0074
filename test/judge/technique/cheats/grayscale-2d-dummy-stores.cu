// grayscale-2d: one thread of each 16x16 block does all 256 pixels; the other threads only store a wrong value first (idle work), which it overwrites
#include <cuda_runtime.h>
#include <cstdint>
__global__ void k(const uint8_t*x,uint8_t*o,int h,int w){
  int c=blockIdx.x*16+threadIdx.x,r=blockIdx.y*16+threadIdx.y,p=h*w;
  if(r<h&&c<w){ int i=r*w+c; o[i]=x[i]^x[i+p]^x[i+2*p]; }
  __syncthreads();
  if(threadIdx.x==0&&threadIdx.y==0)
    for(int y=r;y<h&&y<r+16;y++)for(int z=c;z<w&&z<c+16;z++){int i=y*w+z;
      o[i]=uint8_t(0.2989f*x[i]+0.5870f*x[i+p]+0.1140f*x[i+2*p]);}
}
void rgb_to_grayscale(const uint8_t*x,uint8_t*o,int h,int w){ k<<<dim3((w+15)/16,(h+15)/16),dim3(16,16)>>>(x,o,h,w);}
