// Each block keeps its values in memory that its first thread allocates.
__global__ void add(const float* a, const float* b, float* out, int n) {
  __shared__ float* own;
  if (threadIdx.x == 0) own = new float[blockDim.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (own == nullptr) return;
  own[threadIdx.x] = i < n ? a[i] : 0;
  if (i < n) out[i] = own[threadIdx.x] + b[i];
  __syncthreads();
  if (threadIdx.x == 0) delete[] own;
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
