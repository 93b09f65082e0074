// As many blocks as the GPU has room for, and a loop for what is left.
__global__ void add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int n) {
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    out[i] = a[i] + b[i];
  }
}

static float* to_device(const float* host, size_t bytes) {
  float* device = nullptr;
  cudaMalloc(&device, bytes);
  if (host) cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice);
  return device;
}

void vector_add(const float* a, const float* b, float* out, int n) {
  const size_t bytes = n * sizeof(float);
  float* da = to_device(a, bytes);
  float* db = to_device(b, bytes);
  float* dout = to_device(nullptr, bytes);

  int device, multiprocessors;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  add<<<multiprocessors * 8, 256>>>(da, db, dout, n);

  cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
  for (float* buffer : {da, db, dout}) cudaFree(buffer);
}
