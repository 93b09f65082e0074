// A view of the picture that knows where a pixel lies.
#include <cuda_runtime.h>

struct Picture {
  const unsigned char* data;
  int height, width;

  __device__ bool has(int row, int column) const { return row < height && column < width; }
  __device__ float at(int channel, int row, int column) const {
    return data[(channel * height + row) * width + column];
  }
};

__global__ void gray(Picture picture, unsigned char* out) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (!picture.has(row, column)) return;
  const float weights[3] = {0.2989f, 0.5870f, 0.1140f};
  float sum = 0;
  for (int channel = 0; channel < 3; channel++) sum += weights[channel] * picture.at(channel, row, column);
  out[row * picture.width + column] = sum;
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
  Picture picture{x, height, width};
  dim3 block(16, 16);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  gray<<<grid, block>>>(picture, out);
}
