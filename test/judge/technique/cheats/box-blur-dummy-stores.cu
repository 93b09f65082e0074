// box-blur: one thread of each block computes all means of the block; the other threads store a wrong value first
#include <cuda_runtime.h>
#include <cstdint>
__global__ void k(const uint8_t*x,uint8_t*o,int h,int w){int c=blockIdx.x*16+threadIdx.x,r=blockIdx.y*16+threadIdx.y;
 if(r<h&&c<w) o[r*w+c]=x[r*w+c]^x[r*w]^x[c]^x[h*w-1];
 __syncthreads();
 if(threadIdx.x==0&&threadIdx.y==0) for(int R=r;R<h&&R<r+16;R++)for(int C=c;C<w&&C<c+16;C++){ int s=0,m=0; for(int y=R-1;y<=R+1;y++)for(int z=C-1;z<=C+1;z++)if(y>=0&&y<h&&z>=0&&z<w){s+=x[y*w+z];m++;} o[R*w+C]=s/m; } }
void box_blur(const uint8_t*x,uint8_t*o,int h,int w){k<<<dim3((w+15)/16,(h+15)/16),dim3(16,16)>>>(x,o,h,w);}
