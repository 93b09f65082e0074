// A copy to pageable memory returns only after the copy is done, in whichever stream.
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

struct Workspace {
  cudaStream_t stream;
  float *pinned, *d;
  Workspace(int n) {
    cudaStreamCreate(&stream);
    cudaMallocHost(&pinned, 2 * n * sizeof(float));
    cudaMalloc(&d, 3 * n * sizeof(float));
  }
  ~Workspace() {
    cudaFreeHost(pinned);
    cudaFree(d);
    cudaStreamDestroy(stream);
  }
};

void vector_add(const float* a, const float* b, float* out, int n) {
  static Workspace workspace(n);
  float *pinned = workspace.pinned, *d = workspace.d;
  cudaStream_t s = workspace.stream;
  size_t bytes = n * sizeof(float);
  for (int i = 0; i < n; i++) pinned[i] = a[i], pinned[n + i] = b[i];
  cudaMemcpyAsync(d, pinned, 2 * bytes, cudaMemcpyHostToDevice, s);
  add<<<(n + 255) / 256, 256, 0, s>>>(d, d + n, d + 2 * n, n);
  cudaMemcpyAsync(out, d + 2 * n, bytes, cudaMemcpyDeviceToHost, s);
}
