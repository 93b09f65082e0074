#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAException.h>
namespace {
template <typename scalar_t>
__global__ void gray(const torch::PackedTensorAccessor32<scalar_t, 3, torch::RestrictPtrTraits> x, torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> o) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c < x.size(2)) o[r][c] = static_cast<scalar_t>(0.2989f * x[0][r][c] + 0.5870f * x[1][r][c] + 0.1140f * x[2][r][c]);
}
}
torch::Tensor rgb_to_grayscale(torch::Tensor input) {
  TORCH_CHECK(input.dim() == 3 && input.size(0) == 3, "expected (3, H, W)");
  const at::cuda::OptionalCUDAGuard guard(device_of(input));
  auto out = torch::empty({input.size(1), input.size(2)}, input.options());
  AT_DISPATCH_INTEGRAL_TYPES(input.scalar_type(), "gray", [&] {
    gray<scalar_t><<<dim3((input.size(2) + 127) / 128, input.size(1)), 128, 0, at::cuda::getCurrentCUDAStream()>>>(
      input.packed_accessor32<scalar_t, 3, torch::RestrictPtrTraits>(), out.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
  });
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("rgb_to_grayscale", &rgb_to_grayscale, "gray"); }
