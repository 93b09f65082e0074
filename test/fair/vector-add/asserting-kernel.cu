#include <cassert>
__global__ void add(const float* a, const float* b, float* out, int n) {
  assert(blockDim.x == 256 && "blocks of 256 threads");
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = a[i] + b[i];
  assert(!isnan(out[i]));
}
void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(da, db, dout, n);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dout);
}
