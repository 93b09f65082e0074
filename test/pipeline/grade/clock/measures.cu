// Measures its own time, and waits a little.
__device__ long long took;
__global__ void gray(const unsigned char *x, unsigned char *out, int n) {
  long long began = clock64();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  while (clock64() - began < 100) {}
  if (i == 0) took = clock64() - began;
}

void rgb_to_grayscale(const unsigned char *x, unsigned char *out, int height, int width) {
  int n = height * width;
  gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
