// Two-dimensional blocks, on the current stream, with a binding of its own.
#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>

static __global__ void gray(const uint8_t* x, uint8_t* out, int h, int w) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= w || row >= h) return;
  int i = row * w + column, plane = h * w;
  out[i] = uint8_t(0.2989f * x[i] + 0.5870f * x[i + plane] + 0.1140f * x[i + 2 * plane]);
}

torch::Tensor rgb_to_grayscale(const torch::Tensor& input) {
  TORCH_CHECK(input.is_cuda() && input.dtype() == torch::kUInt8, "expected a CUDA tensor of uint8, got ", input.dtype());
  TORCH_CHECK(input.dim() == 3 && input.size(0) == 3, "expected three planes, got ", input.sizes());
  const auto h = input.size(1), w = input.size(2);
  auto out = torch::empty({h, w}, torch::TensorOptions().dtype(torch::kUInt8).device(input.device()));
  const dim3 threads(16, 16), blocks(at::ceil_div(w, int64_t(16)), at::ceil_div(h, int64_t(16)));
  gray<<<blocks, threads, 0, at::cuda::getCurrentCUDAStream()>>>(input.data_ptr<uint8_t>(), out.data_ptr<uint8_t>(), h, w);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  return out;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("rgb_to_grayscale", &rgb_to_grayscale, "Color to gray", py::arg("input")); }
