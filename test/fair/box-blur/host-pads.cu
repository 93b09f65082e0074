// The host puts a frame of zeros around the picture, and around a picture of ones for the counts.
#include <vector>
__global__ void blur(const unsigned char* x, const unsigned char* ones, unsigned char* out, int height, int width) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c >= width || r >= height) return;
  int sum = 0, pixels = 0;
  for (int dr = 0; dr < 3; dr++)
    for (int dc = 0; dc < 3; dc++) {
      int i = (r + dr) * (width + 2) + c + dc;
      sum += x[i];
      pixels += ones[i];
    }
  out[r * width + c] = (sum + pixels / 2) / pixels;
}
void box_blur(const unsigned char* x, unsigned char* out, int height, int width) {
  int framed = (height + 2) * (width + 2);
  std::vector<unsigned char> picture(height * width), padded(framed), ones(framed);
  cudaMemcpy(picture.data(), x, picture.size(), cudaMemcpyDeviceToHost);
  for (int r = 0; r < height; r++)
    for (int c = 0; c < width; c++) {
      padded[(r + 1) * (width + 2) + c + 1] = picture[r * width + c];
      ones[(r + 1) * (width + 2) + c + 1] = 1;
    }
  unsigned char *p, *o;
  cudaMalloc(&p, framed);
  cudaMalloc(&o, framed);
  cudaMemcpy(p, padded.data(), framed, cudaMemcpyHostToDevice);
  cudaMemcpy(o, ones.data(), framed, cudaMemcpyHostToDevice);
  blur<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(p, o, out, height, width);
  cudaFree(p);
  cudaFree(o);
}
