// With accessors, as the tutorials of PyTorch have it.
#include <torch/extension.h>

using Planes = torch::PackedTensorAccessor32<uint8_t, 3, torch::RestrictPtrTraits>;
using Pixels = torch::PackedTensorAccessor32<uint8_t, 2, torch::RestrictPtrTraits>;

__global__ void gray(const Planes x, Pixels out) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y;
  if (column < out.size(1)) {
    out[row][column] = 0.2989f * x[0][row][column] + 0.5870f * x[1][row][column] + 0.1140f * x[2][row][column];
  }
}

at::Tensor rgb_to_grayscale(at::Tensor input) {
  auto out = torch::zeros({input.size(1), input.size(2)}, input.options());
  const dim3 blocks((out.size(1) + 63) / 64, out.size(0));
  gray<<<blocks, 64>>>(input.packed_accessor32<uint8_t, 3, torch::RestrictPtrTraits>(),
                       out.packed_accessor32<uint8_t, 2, torch::RestrictPtrTraits>());
  AT_CUDA_CHECK(cudaGetLastError());
  return out;
}
