// Zeros fill up to a multiple of four, and a kernel adds float4.
#include <vector>
#include <cstring>
__global__ void add4(const float4* a, const float4* b, float4* out, int quads) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < quads) {
    float4 x = a[i], y = b[i];
    out[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  int quads = (n + 3) / 4;
  std::vector<float> pa(4 * quads, 0.0f), pb(4 * quads, 0.0f), po(4 * quads);
  std::memcpy(pa.data(), a, n * sizeof(float));
  std::memcpy(pb.data(), b, n * sizeof(float));
  float4 *da, *db, *dout;
  size_t bytes = quads * sizeof(float4);
  cudaMalloc(&da, bytes); cudaMalloc(&db, bytes); cudaMalloc(&dout, bytes);
  cudaMemcpy(da, pa.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, pb.data(), bytes, cudaMemcpyHostToDevice);
  add4<<<(quads + 255) / 256, 256>>>(da, db, dout, quads);
  cudaMemcpy(po.data(), dout, bytes, cudaMemcpyDeviceToHost);
  std::memcpy(out, po.data(), n * sizeof(float));
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
