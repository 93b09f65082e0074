// One block of 2 x 2 threads, of which one works.
#include <cuda_runtime.h>
__global__ void k(const unsigned char* x, unsigned char* out, int h, int w) {
  if (threadIdx.x|threadIdx.y) return;
  for (int r=0;r<h;r++) for (int c=0;c<w;c++) { int s=0,n=0; for(int y=max(0,r-1);y<=min(h-1,r+1);y++) for(int q=max(0,c-1);q<=min(w-1,c+1);q++){s+=x[y*w+q];n++;} out[r*w+c]=s/n; }
}
void box_blur(const unsigned char* x, unsigned char* out, int h, int w) { k<<<1,dim3(2,2)>>>(x,out,h,w); }
