// Bands of rows on four streams.
__global__ void convert(const unsigned char* x, unsigned char* out, int from, int to, int plane) {
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < to) out[i] = 0.2989f * x[i] + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  const int bands = 4, plane = height * width, rows = (height + bands - 1) / bands;
  cudaStream_t streams[bands];
  for (int b = 0; b < bands; b++) {
    cudaStreamCreate(&streams[b]);
    int from = b * rows * width, to = (b + 1) * rows * width < plane ? (b + 1) * rows * width : plane;
    if (from < to) convert<<<(to - from + 255) / 256, 256, 0, streams[b]>>>(x, out, from, to, plane);
  }
  for (cudaStream_t s : streams) {
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
  }
}
