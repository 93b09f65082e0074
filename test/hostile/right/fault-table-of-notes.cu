// Has no guard. 300 stores of one value by all threads come first, so that the table of faults is full of notes.
#include <cuda_runtime.h>
#define T(i) t[i] = 1;
#define T10(i) T(i) T(i + 1) T(i + 2) T(i + 3) T(i + 4) T(i + 5) T(i + 6) T(i + 7) T(i + 8) T(i + 9)
#define T50(i) T10(i) T10(i + 10) T10(i + 20) T10(i + 30) T10(i + 40)
__global__ void k(const float* a, const float* b, float* o, int n, volatile int* t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T50(0) T50(50) T50(100) T50(150) T50(200) T50(250)
  __syncthreads();
  o[i] = a[i] + b[i];
}
void vector_add(const float* a, const float* b, float* out, int n) {
  float *da, *db, *o;
  int* t;
  cudaMalloc(&da, 4 * n);
  cudaMalloc(&db, 4 * n);
  cudaMalloc(&o, 4 * n);
  cudaMalloc(&t, 4096);
  cudaMemcpy(da, a, 4 * n, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, 4 * n, cudaMemcpyHostToDevice);
  k<<<(n + 255) / 256, 256>>>(da, db, o, n, t);
  cudaMemcpy(out, o, 4 * n, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(o);
  cudaFree(t);
}
