// The block size is what the occupancy calculator proposes.
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  int least = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&least, &block, add, 0, 0);
  float *da, *db, *dout;
  cudaMalloc((void**)&da, n * 4); cudaMalloc((void**)&db, n * 4); cudaMalloc((void**)&dout, n * 4);
  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, n * 4, cudaMemcpyHostToDevice);
  add<<<(n + block - 1) / block, block>>>(da, db, dout, n);
  cudaMemcpy(out, dout, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(da); cudaFree(db); cudaFree(dout);
}
