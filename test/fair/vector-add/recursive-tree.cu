// A thread halves its range until one element is left.
__device__ void add_range(const float* a, const float* b, float* out, int from, int to) {
  if (to - from == 1) {
    out[from] = a[from] + b[from];
    return;
  }
  int middle = (from + to) / 2;
  add_range(a, b, out, from, middle);
  add_range(a, b, out, middle, to);
}
__global__ void add(const float* a, const float* b, float* out, int n) {
  int from = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (from < n) add_range(a, b, out, from, min(n, from + 8));
}
void vector_add(const float* a, const float* b, float* out, int n) {
  size_t bytes = n * sizeof(float);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dout, bytes);
  cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
  add<<<(n + 2047) / 2048, 256>>>(da, db, dout, n);
  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  cudaFree(da);
  cudaFree(db);
  cudaFree(dout);
}
