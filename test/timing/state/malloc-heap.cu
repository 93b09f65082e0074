// Device code allocates 16 MB, twice what the heap has without cudaDeviceSetLimit.
__global__ void twice(const float *x, float *out, int n) {
  char *mine = (char *)malloc(16 << 20);
  if (!mine) return;
  float *copy = (float *)mine;
  for (int i = 0; i < n; i++) copy[i] = x[i];
  for (int i = 0; i < n; i++) out[i] = 2 * copy[i] + 1;
  free(mine);
}

void entry(const float *x, float *out, int n) {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 48 << 20);
  twice<<<1, 1>>>(x, out, n);
}
