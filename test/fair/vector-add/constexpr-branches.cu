// One template for both kinds of grids, chosen with if constexpr.
template <bool LOOP, typename T>
__global__ void add(const T* a, const T* b, T* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if constexpr (LOOP) {
    for (; i < n; i += gridDim.x * blockDim.x) out[i] = a[i] + b[i];
  } else {
    if (i < n) out[i] = a[i] + b[i];
  }
}
void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  if (n > 4096)
    add<true><<<32, 256>>>(da, db, dout, n);
  else
    add<false><<<(n + 63) / 64, 64>>>(da, db, dout, n);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dout);
}
