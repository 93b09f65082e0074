// The host reverses the arrays on the way up, and the result on the way down.
#include <algorithm>
#include <vector>
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  std::vector<float> ra(n), rb(n), ro(n);
  std::reverse_copy(a, a + n, ra.begin());
  std::reverse_copy(b, b + n, rb.begin());
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dout, bytes);
  cudaMemcpy(da, ra.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, rb.data(), bytes, cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(da, db, dout, n);
  cudaMemcpy(ro.data(), dout, bytes, cudaMemcpyDeviceToHost);
  std::reverse_copy(ro.begin(), ro.end(), out);
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
