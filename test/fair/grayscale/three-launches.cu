// A plane at a time is added to a picture of floats, which is rounded down at the end.
__global__ void first(const unsigned char* plane, float* sum, float weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = weight * plane[i];
}
__global__ void add(const unsigned char* plane, float* sum, float weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += weight * plane[i];
}
__global__ void store(const float* sum, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sum[i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int n = height * width, blocks = (n + 255) / 256;
  float* sum;
  cudaMallocAsync(&sum, n * sizeof(float), 0);
  first<<<blocks, 256>>>(x, sum, 0.2989f, n);
  add<<<blocks, 256>>>(x + n, sum, 0.5870f, n);
  add<<<blocks, 256>>>(x + 2 * n, sum, 0.1140f, n);
  store<<<blocks, 256>>>(sum, out, n);
  cudaFreeAsync(sum, 0);
}
