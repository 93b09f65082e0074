// Weights are double, as literals without f are.
__global__ void convert(const unsigned char* x, unsigned char* out, int height, int width) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x, plane = (long long)height * width;
  if (i < plane) out[i] = 0.2989 * x[i] + 0.5870 * x[i + plane] + 0.1140 * x[i + 2 * plane];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  convert<<<(height * width + 63) / 64, 64>>>(x, out, height, width);
}
