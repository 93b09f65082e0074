// Both operands are read through texture objects.
__global__ void product(cudaTextureObject_t m, cudaTextureObject_t n, float* out, int h, int w, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= h || col >= w) return;
  float sum = 0;
  for (int i = 0; i < k; i++) sum += tex1Dfetch<float>(m, row * k + i) * tex1Dfetch<float>(n, i * w + col);
  out[row * w + col] = sum;
}
static cudaTextureObject_t texture(const float* data, size_t count) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<float*>(data);
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = count * sizeof(float);
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t object = 0;
  cudaCreateTextureObject(&object, &resource, &description, nullptr);
  return object;
}
void matmul(const float* m, const float* n, float* out, int h, int w, int k) {
  cudaTextureObject_t a = texture(m, size_t(h) * k), b = texture(n, size_t(k) * w);
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  product<<<grid, block>>>(a, b, out, h, w, k);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(a);
  cudaDestroyTextureObject(b);
}
