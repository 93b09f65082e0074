// One thread adds all. Kernels know the buffer by a variable only, and 20 more buffers are there.
#include <cuda_runtime.h>
__device__ float *A,*B,*O;
__global__ void k(int n){ for(int i=0;i<n;i++) O[i]=A[i]+B[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da,*db,*o,*z[20]; cudaMalloc(&o,4*n); cudaMalloc(&da,4*n); cudaMalloc(&db,4*n); for(int i=0;i<20;i++) cudaMalloc(&z[i],16);
  cudaMemcpyToSymbol(A,&da,sizeof da); cudaMemcpyToSymbol(B,&db,sizeof db); cudaMemcpyToSymbol(O,&o,sizeof o);
  for(int i=0;i<n;i+=(n+199)/200) { int m=min((n+199)/200,n-i); cudaMemcpy(da+i,a+i,4*m,cudaMemcpyHostToDevice); cudaMemcpy(db+i,b+i,4*m,cudaMemcpyHostToDevice); }
  k<<<1,1>>>(n);
  cudaMemcpy(out,o,4*n,cudaMemcpyDeviceToHost); cudaFree(da); cudaFree(db); cudaFree(o); for(int i=0;i<20;i++) cudaFree(z[i]);
}
