// Managed memory is filled and read by loops, element by element.
__global__ void add(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}

void vector_add(const float* a, const float* b, float* out, int n) {
  float *x, *y, *z;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  cudaMallocManaged(&z, n * sizeof(float));
  for (int i = 0; i < n; i++) { x[i] = a[i]; y[i] = b[i]; }
  add<<<(n + 255) / 256, 256>>>(x, y, z, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) out[i] = z[i];
  cudaFree(x); cudaFree(y); cudaFree(z);
}
