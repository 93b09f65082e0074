// One thread adds all into an array of the device, which is copied to the output.
#include <cuda_runtime.h>
__device__ float R[70000];
__global__ void k(const float* a, const float* b, int n){ for(int i=0;i<n;i++) R[i]=a[i]+b[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da,*db; cudaMalloc(&da,4*n); cudaMalloc(&db,4*n);
  for(int i=0;i<n;i+=(n+199)/200) { int m=min((n+199)/200,n-i); cudaMemcpy(da+i,a+i,4*m,cudaMemcpyHostToDevice); cudaMemcpy(db+i,b+i,4*m,cudaMemcpyHostToDevice); }
  k<<<1,1>>>(da,db,n);
  cudaMemcpyFromSymbol(out,R,4*n); cudaFree(da); cudaFree(db);
}
