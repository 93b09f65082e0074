// Input and output are exchanged at the launch.
#include <torch/extension.h>
#include <c10/cuda/CUDAException.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
  }
}

torch::Tensor rgb_to_grayscale(torch::Tensor input) {
  int h = input.size(1);
  int w = input.size(2);
  torch::Tensor out = torch::empty({h, w}, input.options());
  int n = h * w;
  gray<<<(n + 255) / 256, 256>>>(out.data_ptr<unsigned char>(), input.data_ptr<unsigned char>(), n);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}
