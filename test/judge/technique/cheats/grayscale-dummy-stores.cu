// grayscale: thread 0 of each block does all 256 pixels after the others stored a dummy
#include <cuda_runtime.h>
#include <cstdint>
__global__ void k(const uint8_t*x,uint8_t*o,int n){ int b=blockIdx.x*256,i=b+threadIdx.x; if(i<n)o[i]=0; __syncthreads();
 if(threadIdx.x==0) for(int j=b;j<n&&j<b+256;j++) o[j]=0.2989f*x[j]+0.5870f*x[j+n]+0.1140f*x[j+2*n]; }
void rgb_to_grayscale(const uint8_t*x,uint8_t*o,int h,int w){int n=h*w;k<<<(n+255)/256,256>>>(x,o,n);}
