// matmul-tiled: no tiles: sums in registers straight from global memory, 4x4 a thread; only the finished partial sums pass through shared memory to a neighbour
#include <cuda_runtime.h>
__global__ void k(const float*m,const float*n,float*out,int h,int w,int K){
  __shared__ float ex[16][64];
  int t=threadIdx.y*8+threadIdx.x;
  int r0=(blockIdx.y*8+threadIdx.y)*4, c0=blockIdx.x*32+threadIdx.x;
  int t2=t^1; int r2=(blockIdx.y*8+(t2/8))*4, c2=blockIdx.x*32+(t2%8);
  float total[16]; for(int e=0;e<16;e++) total[e]=0;
  int q=(K+3)/4;
  for(int part=0;part<4;part++){
    float s[16]; for(int e=0;e<16;e++) s[e]=0;
    for(int i=part*q;i<K&&i<part*q+q;i++){
      float a[4],b[4];
      for(int e=0;e<4;e++){ a[e]=r0+e<h?m[(r0+e)*K+i]:0.f; b[e]=c0+8*e<w?n[i*w+c0+8*e]:0.f; }
      for(int e=0;e<16;e++) s[e]+=a[e/4]*b[e%4];
    }
    for(int e=0;e<16;e++) ex[e][t]=s[e];
    __syncthreads();
    for(int e=0;e<16;e++) total[e]+=ex[e][t2];
    __syncthreads();
  }
  for(int e=0;e<16;e++) if(r2+e/4<h&&c2+8*(e%4)<w) out[(r2+e/4)*w+c2+8*(e%4)]=total[e];
}
void matmul(const float*m,const float*n,float*o,int h,int w,int K){ k<<<dim3((w+31)/32,(h+31)/32),dim3(8,8)>>>(m,n,o,h,w,K);}
