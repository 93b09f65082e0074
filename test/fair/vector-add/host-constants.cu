// A struct that host and device share uses limits in its constructor and as a default.
#include <cfloat>
#include <limits>
struct Range {
  float low, high;
  __host__ __device__ Range() : low(std::numeric_limits<float>::lowest()), high(std::numeric_limits<float>::max()) {}
  __host__ __device__ float clamp(float x) const { return x < low ? low : x > high ? high : x; }
};
__global__ void add(const float* a, const float* b, float* out, int n) {
  Range range;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = range.clamp(a[i] + b[i]);
}
void vector_add(const float* a, const float* b, float* out, int n) {
  Range everything;
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  if (everything.low < everything.high) add<<<(n + 255) / 256, 256>>>(da, db, dout, n);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
