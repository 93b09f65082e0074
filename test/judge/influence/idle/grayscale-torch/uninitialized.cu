// An undefined value.
#include <torch/extension.h>

__global__ void gray_kernel(const unsigned char* x, unsigned char* out, int n) {
  __shared__ unsigned char scratch[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool inside = i < n;
  if (inside) out[i] = scratch[threadIdx.x];
}

torch::Tensor rgb_to_grayscale(torch::Tensor input) {
  int h = input.size(1), w = input.size(2);
  torch::Tensor output = torch::empty({h, w}, input.options());
  gray_kernel<<<(h * w + 255) / 256, 256>>>(input.data_ptr<unsigned char>(), output.data_ptr<unsigned char>(), h * w);
  return output;
}
