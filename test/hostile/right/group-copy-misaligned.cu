// matmul-tiled: memcpy_async with aligned_size_t<16> of addresses that are not aligned
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
namespace cg=cooperative_groups;
#define T 16
__global__ void tiles(const float*m,const float*n,float*out,int h,int w,int k){
  __shared__ alignas(16) float a[T][T]; __shared__ float b[T][T];
  int tx=threadIdx.x,ty=threadIdx.y,r=blockIdx.y*T+ty,c=blockIdx.x*T+tx; float sum=0; auto g=cg::this_thread_block();
  for(int s=0;s<k;s+=T){
    if(s+T<=k&&(blockIdx.y+1)*T<=h) for(int y=0;y<T;y++) cg::memcpy_async(g,&a[y][0],m+(blockIdx.y*T+y)*k+s,cuda::aligned_size_t<16>(T*4));
    else a[ty][tx]=r<h&&s+tx<k?m[r*k+s+tx]:0;
    cg::wait(g);
    b[ty][tx]=c<w&&s+ty<k?n[(s+ty)*w+c]:0; __syncthreads();
    for(int i=0;i<T;i++)sum+=a[ty][i]*b[i][tx]; __syncthreads();
  }
  if(r<h&&c<w)out[r*w+c]=sum;
}
void matmul(const float*m,const float*n,float*o,int h,int w,int k){tiles<<<dim3((w+T-1)/T,(h+T-1)/T),dim3(T,T)>>>(m,n,o,h,w,k);}
