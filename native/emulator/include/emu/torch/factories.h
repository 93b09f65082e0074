// New tensors, and the namespace torch.
#ifndef __EMU_TORCH_FACTORIES_H
#define __EMU_TORCH_FACTORIES_H

namespace at {
inline Tensor empty(IntArrayRef sizes, TensorOptions options = {}, std::optional<MemoryFormat> = std::nullopt) {
  for (int64_t size : sizes)
    TORCH_CHECK(size >= 0, "Trying to create tensor with negative dimension ", size, ": ", sizes);
  const ScalarType type = options.dtype().toScalarType();
  const bool cuda = options.device().is_cuda();
  TORCH_CHECK(options.device().index() <= 0, "CUDA error: invalid device ordinal");
  const Device device = cuda ? Device(kCUDA, 0) : Device(kCPU);
  return Tensor(emu_torch::allocate((size_t)emu_torch::product(sizes) * elementSize(type), cuda), type, device, sizes);
}
inline Tensor full(IntArrayRef sizes, const Scalar &value, TensorOptions options = {}) {
  if (!options.has_dtype() && !value.isFloatingPoint()) options = options.dtype(ScalarType::Long);
  Tensor result = empty(sizes, options);
  result.fill_(value);
  return result;
}
inline Tensor zeros(IntArrayRef sizes, TensorOptions options = {}) { return full(sizes, 0, options.dtype(options.dtype())); }
inline Tensor ones(IntArrayRef sizes, TensorOptions options = {}) { return full(sizes, 1, options.dtype(options.dtype())); }

namespace emu {
// What is not said is as with the other tensor.
inline TensorOptions like(const Tensor &other, const TensorOptions &options) {
  TensorOptions result = other.options();
  if (options.has_dtype()) result = result.dtype(options.dtype());
  return options.has_device() ? result.device(options.device()) : result;
}
} // namespace emu
inline Tensor empty_like(const Tensor &other, TensorOptions options = {}) { return empty(other.sizes(), emu::like(other, options)); }
inline Tensor zeros_like(const Tensor &other, TensorOptions options = {}) { return zeros(other.sizes(), emu::like(other, options)); }
inline Tensor ones_like(const Tensor &other, TensorOptions options = {}) { return ones(other.sizes(), emu::like(other, options)); }
inline Tensor full_like(const Tensor &other, const Scalar &value, TensorOptions options = {}) {
  return full(other.sizes(), value, emu::like(other, options));
}
inline Tensor from_blob(void *data, IntArrayRef sizes, TensorOptions options = {}) {
  const bool cuda = options.device().is_cuda();
  auto storage = std::make_shared<emu_torch::Storage>(data, cuda, false);
  return Tensor(std::move(storage), options.dtype().toScalarType(), cuda ? Device(kCUDA, 0) : Device(kCPU), sizes);
}

#define __EMU_TORCH_NO_FUNCTION(name) template <class... A> __EMU_TORCH_ABSENT("torch::" #name) Tensor name(A &&...);
__EMU_TORCH_NO_FUNCTION(matmul) __EMU_TORCH_NO_FUNCTION(mm) __EMU_TORCH_NO_FUNCTION(bmm) __EMU_TORCH_NO_FUNCTION(sum) __EMU_TORCH_NO_FUNCTION(mean)
__EMU_TORCH_NO_FUNCTION(add) __EMU_TORCH_NO_FUNCTION(mul) __EMU_TORCH_NO_FUNCTION(rand) __EMU_TORCH_NO_FUNCTION(randn) __EMU_TORCH_NO_FUNCTION(randint)
__EMU_TORCH_NO_FUNCTION(arange) __EMU_TORCH_NO_FUNCTION(linspace) __EMU_TORCH_NO_FUNCTION(eye) __EMU_TORCH_NO_FUNCTION(tensor)
__EMU_TORCH_NO_FUNCTION(softmax) __EMU_TORCH_NO_FUNCTION(relu) __EMU_TORCH_NO_FUNCTION(sigmoid) __EMU_TORCH_NO_FUNCTION(cat)
__EMU_TORCH_NO_FUNCTION(stack) __EMU_TORCH_NO_FUNCTION(allclose)
#undef __EMU_TORCH_NO_FUNCTION
} // namespace at

namespace torch {
using namespace at;
using Dtype = at::ScalarType;
namespace cuda {
inline void synchronize(int64_t = -1) { C10_CUDA_CHECK(cudaDeviceSynchronize()); }
inline bool is_available() { return true; }
inline size_t device_count() { return 1; }
} // namespace cuda
struct NoGradGuard {
  NoGradGuard() {}
};
} // namespace torch

#endif
