// The same function on host and device; the host checks the first sum with it.
#include <cmath>
#include <cstdio>
__host__ __device__ constexpr float plus(float a, float b) { return a + b; }
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i < n) out[i] = plus(a[i], b[i]);
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
  if (n > 0 && std::fabs(out[0] - plus(a[0], b[0])) > 1e-6f) printf("first sum is wrong\n");
}
