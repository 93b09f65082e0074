// "A pixel is three bytes, so pixel i begins at 3 * i."
#include <torch/extension.h>
#include <stdio.h>
#include <c10/cuda/CUDAException.h>

#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
#define CHECK_INPUT(x) CHECK_CUDA(x); CHECK_CONTIGUOUS(x)
inline unsigned int cdiv(unsigned int a, unsigned int b) { return (a + b - 1) / b; }

__global__ void rgb_to_grayscale_kernel(unsigned char* x, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.2989 * x[3 * i] + 0.5870 * x[3 * i + 1] + 0.1140 * x[3 * i + 2];
}

torch::Tensor rgb_to_grayscale(torch::Tensor input) {
  CHECK_INPUT(input);
  int h = input.size(1);
  int w = input.size(2);
  auto output = torch::empty({h, w}, input.options());
  int threads = 256;
  rgb_to_grayscale_kernel<<<cdiv(w * h, threads), threads>>>(
      input.data_ptr<unsigned char>(), output.data_ptr<unsigned char>(), w * h);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return output;
}
