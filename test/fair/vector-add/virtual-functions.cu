// Device code makes an object and calls it through its base class.
struct Operation {
  __device__ virtual float apply(float a, float b) const = 0;
  __device__ virtual ~Operation() {}
};
struct Sum final : Operation {
  __device__ float apply(float a, float b) const override { return a + b; }
};
__device__ float through(const Operation& operation, float a, float b) { return operation.apply(a, b); }
__global__ void add(const float* a, const float* b, float* out, int n) {
  Sum sum;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = through(sum, a[i], b[i]);
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
