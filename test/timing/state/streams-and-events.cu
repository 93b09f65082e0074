// Two streams of different priority: only an event orders the second kernel after the first.
__global__ void scale(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * x[i];
}
__global__ void add(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += 1;
}

void entry(const float *x, float *out, int n) {
  int least, greatest;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStream_t slow, fast;
  cudaStreamCreateWithPriority(&slow, cudaStreamNonBlocking, least);
  cudaStreamCreateWithPriority(&fast, cudaStreamNonBlocking, greatest);
  cudaEvent_t scaled;
  cudaEventCreate(&scaled);
  scale<<<(n + 255) / 256, 256, 0, slow>>>(x, out, n);
  cudaEventRecord(scaled, slow);
  cudaStreamWaitEvent(fast, scaled, 0);
  add<<<(n + 255) / 256, 256, 0, fast>>>(out, n);
  cudaStreamSynchronize(fast);
  cudaEventDestroy(scaled);
  cudaStreamDestroy(slow);
  cudaStreamDestroy(fast);
}
