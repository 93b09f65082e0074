// A struct with a constructor and methods goes to the kernel by value.
struct Vectors {
  float *a = nullptr, *b = nullptr, *out = nullptr;
  int n;
  explicit Vectors(int n) : n(n) {
    cudaMalloc(&a, bytes()); cudaMalloc(&b, bytes()); cudaMalloc(&out, bytes());
  }
  size_t bytes() const { return n * sizeof(float); }
  __device__ void addAt(int i) const { out[i] = a[i] + b[i]; }
  __host__ __device__ int size() const { return n; }
  void release() { cudaFree(a); cudaFree(b); cudaFree(out); }
};
__global__ void add(Vectors v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < v.size()) v.addAt(i);
}
void vector_add(const float* a, const float* b, float* out, int n) {
  Vectors v(n);
  cudaMemcpy(v.a, a, v.bytes(), cudaMemcpyHostToDevice);
  cudaMemcpy(v.b, b, v.bytes(), cudaMemcpyHostToDevice);
  add<<<(v.size() + 255) / 256, 256>>>(v);
  cudaMemcpy(out, v.out, v.bytes(), cudaMemcpyDeviceToHost);
  v.release();
}
