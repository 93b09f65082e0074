// Host memory that calloc, std::vector and new with parentheses have cleared is added to the result.
#include <cuda_runtime.h>
#include <cstdlib>
#include <vector>
static float table[1000];
__global__ void add(const float* a, const float* b, float zero, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i] + zero;
}
void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float* cleared = (float*)calloc(n, sizeof(float));
  std::vector<float> zeros(n);
  float* fresh = new float[n]();
  float zero = 0;
  for (int i = 0; i < n; i++) zero += cleared[i] + zeros[i] + fresh[i] + table[i % 1000];
  float *da, *db, *dout;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(da, db, zero, dout, n);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dout);
  delete[] fresh;
  free(cleared);
}
