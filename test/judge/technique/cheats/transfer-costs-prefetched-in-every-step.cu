// transfer-costs: each step brings managed memory to the host by a prefetch, and copies it from and to the device
#include <cuda_runtime.h>
#include <cstring>
__global__ void k(const float*a,float*b,int rows,int cols){int i=blockIdx.x*256+threadIdx.x;if(i>=rows*cols)return;int c=i%cols;b[i]=(c==0||c==cols-1)?a[i]:fmaf(0.25f,a[i-1]+a[i+1],0.5f*a[i]);}
void spread_heat(const float*start,float*out,int rows,int cols,int steps){ int n=rows*cols; size_t s=n*sizeof(float); float*p,*q,*M;cudaMalloc(&p,s);cudaMalloc(&q,s);cudaMallocManaged(&M,s);
  memcpy(M,start,s);
  for(int i=0;i<steps;i++){ cudaMemcpy(p,M,s,cudaMemcpyDefault); k<<<(n+255)/256,256>>>(p,q,rows,cols); cudaMemcpy(M,q,s,cudaMemcpyDefault); cudaDeviceSynchronize(); cudaMemPrefetchAsync(M,s,cudaMemLocation{cudaMemLocationTypeHost,0},0,0); cudaDeviceSynchronize(); volatile float z=M[0]; (void)z; M[0]=M[0]; }
  memcpy(out,M,s); cudaFree(p);cudaFree(q);cudaFree(M);}
