// A pointer for each plane, and a result like one of them.
#include <torch/extension.h>
#include <stdio.h>
#include <c10/cuda/CUDAException.h>

#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")
#define CHECK_INPUT(x) CHECK_CUDA(x); CHECK_CONTIGUOUS(x)
inline unsigned int cdiv(unsigned int a, unsigned int b) { return (a + b - 1) / b; }

__global__ void gray(const uint8_t* red, const uint8_t* green, const uint8_t* blue, uint8_t* out, int64_t n) {
  for (int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = __float2int_rn(0.2989f * red[i] + 0.5870f * green[i] + 0.1140f * blue[i]);
  }
}

torch::Tensor rgb_to_grayscale(torch::Tensor input) {
  CHECK_INPUT(input);
  torch::Tensor out = torch::empty_like(input[0]);
  gray<<<32, 128>>>(input[0].data_ptr<uint8_t>(), input[1].data_ptr<uint8_t>(), input[2].data_ptr<uint8_t>(),
                    out.data_ptr<uint8_t>(), out.numel());
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}
