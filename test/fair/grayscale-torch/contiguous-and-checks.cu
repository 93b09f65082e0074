#include <torch/extension.h>
#define CHECK_CUDA(x) TORCH_CHECK(x.is_cuda(), #x " must be a CUDA tensor")
#define CHECK_INPUT(x) CHECK_CUDA(x); TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
__global__ void gray(const unsigned char* x, unsigned char* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 0.2989f * x[i] + 0.5870f * x[i + count] + 0.1140f * x[i + 2 * count];
}
inline unsigned int cdiv(unsigned int a, unsigned int b) { return (a + b - 1) / b; }
torch::Tensor rgb_to_grayscale(torch::Tensor input) {
  CHECK_INPUT(input);
  int h = input.size(1), w = input.size(2);
  auto output = torch::empty({h, w}, input.options());
  gray<<<cdiv(w * h, 256), 256>>>(input.data_ptr<unsigned char>(), output.data_ptr<unsigned char>(), w * h);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return output;
}
