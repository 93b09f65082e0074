// grayscale-torch: thread 0 of each block does all pixels of the block; the others store a dummy before the barrier
#include <torch/extension.h>
#include <c10/cuda/CUDAException.h>
__global__ void k(const uint8_t*x,uint8_t*o,int n){ int b=blockIdx.x*256,i=b+threadIdx.x; if(i<n)o[i]=0; __syncthreads();
 if(threadIdx.x==0) for(int j=b;j<n&&j<b+256;j++) o[j]=0.2989f*x[j]+0.5870f*x[j+n]+0.1140f*x[j+2*n]; }
torch::Tensor rgb_to_grayscale(torch::Tensor input){ int h=input.size(1),w=input.size(2); auto out=torch::empty({h,w},input.options()); k<<<(h*w+255)/256,256>>>(input.data_ptr<uint8_t>(),out.data_ptr<uint8_t>(),h*w); C10_CUDA_KERNEL_LAUNCH_CHECK(); return out; }
