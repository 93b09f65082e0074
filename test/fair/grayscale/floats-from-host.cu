// The host divides levels by 255, and the kernel works with floats from 0 to 1.
#include <vector>
__global__ void convert(const float* x, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 0.2989f * x[i] + 0.5870f * x[i + count] + 0.1140f * x[i + 2 * count];
}
__global__ void store(const float* levels, unsigned char* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = (unsigned char)(levels[i] * 255.0f + 0.5f);
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  int count = height * width;
  std::vector<unsigned char> bytes(3 * count);
  cudaMemcpy(bytes.data(), x, bytes.size(), cudaMemcpyDeviceToHost);
  std::vector<float> levels(3 * count);
  for (size_t i = 0; i < levels.size(); i++) levels[i] = bytes[i] / 255.0f;
  float *in, *gray;
  cudaMalloc(&in, levels.size() * sizeof(float));
  cudaMalloc(&gray, count * sizeof(float));
  cudaMemcpy(in, levels.data(), levels.size() * sizeof(float), cudaMemcpyHostToDevice);
  convert<<<(count + 255) / 256, 256>>>(in, gray, count);
  store<<<(count + 255) / 256, 256>>>(gray, out, count);
  cudaFree(in);
  cudaFree(gray);
}
