// The host interleaves the planes to pixels; the kernel reads one struct a pixel.
#include <vector>
struct Pixel {
  unsigned char r, g, b;
};
__global__ void convert(const Pixel* pixels, unsigned char* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Pixel p = pixels[i];
  out[i] = 0.2989f * p.r + 0.5870f * p.g + 0.1140f * p.b;
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  size_t count = (size_t)height * width;
  std::vector<unsigned char> planes(3 * count);
  cudaMemcpy(planes.data(), x, 3 * count, cudaMemcpyDeviceToHost);
  std::vector<Pixel> pixels(count);
  for (size_t i = 0; i < count; i++) pixels[i] = {planes[i], planes[i + count], planes[i + 2 * count]};
  Pixel* device;
  cudaMalloc(&device, count * sizeof(Pixel));
  cudaMemcpy(device, pixels.data(), count * sizeof(Pixel), cudaMemcpyHostToDevice);
  convert<<<(count + 255) / 256, 256>>>(device, out, count);
  cudaFree(device);
}
