// matmul-tiled: cuda::memcpy_async into a cuda::pipeline with aligned_size_t<16> from addresses that are not aligned, by each thread
#include <cuda_runtime.h>
#include <cuda/pipeline>
#define T 16
__global__ void tiles(const float*m,const float*n,float*out,int h,int w,int k){
  __shared__ __align__(16) float a[T][T]; __shared__ float b[T][T];
  int tx=threadIdx.x,ty=threadIdx.y,r=blockIdx.y*T+ty,c=blockIdx.x*T+tx; float sum=0; auto p=cuda::make_pipeline();
  for(int s=0;s<k;s+=T){
    p.producer_acquire();
    if(tx<4){ int q=s+4*tx; if(r<h&&q+3<k) cuda::memcpy_async(&a[ty][4*tx],m+r*k+q,cuda::aligned_size_t<16>(16),p); else for(int e=0;e<4;e++)a[ty][4*tx+e]=r<h&&q+e<k?m[r*k+q+e]:0; }
    p.producer_commit(); p.consumer_wait(); p.consumer_release();
    b[ty][tx]=c<w&&s+ty<k?n[(s+ty)*w+c]:0; __syncthreads();
    for(int i=0;i<T;i++)sum+=a[ty][i]*b[i][tx]; __syncthreads();
  }
  if(r<h&&c<w)out[r*w+c]=sum;
}
void matmul(const float*m,const float*n,float*o,int h,int w,int k){tiles<<<dim3((w+T-1)/T,(h+T-1)/T),dim3(T,T)>>>(m,n,o,h,w,k);}
