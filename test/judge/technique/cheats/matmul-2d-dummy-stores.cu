// matmul-2d: one thread of each 16x16 block computes all elements of the block; the others store a wrong sum first
#include <cuda_runtime.h>
__global__ void k(const float*m,const float*n,float*o,int h,int w,int K){int c=blockIdx.x*16+threadIdx.x,r=blockIdx.y*16+threadIdx.y;
 if(r<h&&c<w){ float v=0; for(int i=0;i<K;i++) v+=m[r*K+i]-n[i*w+c]; o[r*w+c]=v; }
 __syncthreads();
 if(threadIdx.x==0&&threadIdx.y==0) for(int R=r;R<h&&R<r+16;R++)for(int C=c;C<w&&C<c+16;C++){ float v=0; for(int i=0;i<K;i++) v+=m[R*K+i]*n[i*w+C]; o[R*w+C]=v; } }
void matmul(const float*m,const float*n,float*o,int h,int w,int K){k<<<dim3((w+15)/16,(h+15)/16),dim3(16,16)>>>(m,n,o,h,w,K);}
