// A part of the L2 cache that is to keep an input: it changes only speed, and no round finds what another one has left.
__global__ void twice(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * x[i] + 1;
}

void entry(const float *x, float *out, int n) {
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 20);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = (void *)x;
  value.accessPolicyWindow.num_bytes = n * sizeof(float);
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
  twice<<<(n + 255) / 256, 256, 0, stream>>>(x, out, n);
  cudaStreamSynchronize(stream);
  cudaCtxResetPersistingL2Cache();
  cudaStreamDestroy(stream);
}
