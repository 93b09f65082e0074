#include <torch/extension.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <string>

// What an inline extension of PyTorch does with tensors, as PyTorch's documentation states it.
__global__ void count(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}
template <class scalar_t>
__global__ void doubled(torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> a) {
  a[blockIdx.x][threadIdx.x] *= 2;
}
__global__ void sums(const torch::PackedTensorAccessor64<float, 3> a, torch::PackedTensorAccessor64<float, 1> out) {
  for (int i = 0; i < a.size(1); i++)
    for (int j = 0; j < a.size(2); j++) out[threadIdx.x] += a[threadIdx.x][i][j];
}

template <class F> static std::string thrown(F f) {
  try {
    f();
  } catch (const c10::Error &error) {
    return error.what();
  }
  return "";
}
static std::string refusedLaunch() {
  return thrown([] {
    count<<<1, 2048>>>(nullptr, 0);
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  });
}
#define CHECK_CUDA(x) TORCH_CHECK(x.device().is_cuda(), #x " must be a CUDA tensor")
#define CHECK_CONTIGUOUS(x) TORCH_CHECK(x.is_contiguous(), #x " must be contiguous")

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("refused", &refusedLaunch, "for Python", py::arg("x") = 1); }

int main() {
  const auto cuda = torch::TensorOptions().device(torch::kCUDA);
  auto a = torch::zeros({2, 3}, cuda.dtype(torch::kInt32));
  check(a.sizes() == c10::IntArrayRef({2, 3}) && a.size(-1) == 3 && a.dim() == 2, "sizes() are the extents, and size(-1) the last");
  check(a.strides() == std::vector<int64_t>({3, 1}) && a.stride(0) == 3, "strides() of a new tensor are row-major");
  check(a.numel() == 6 && a.element_size() == 4 && a.nbytes() == 24, "numel() counts elements, nbytes() bytes");
  check(a.dtype() == torch::kInt && a.scalar_type() == torch::kInt32, "dtype() and scalar_type() tell the element type");
  check(a.is_cuda() && a.device() == torch::Device(torch::kCUDA, 0), "device() of a CUDA tensor is cuda:0");
  check(c10::str(a.sizes(), a.device(), a.dtype(), a.scalar_type()) == "[2, 3]cuda:0intInt", "sizes, devices and types can be printed");
  check(torch::empty({4}).is_cpu() && torch::empty({4}).dtype() == torch::kFloat32, "without options a tensor is of floats on the CPU");
  check(a[1][2].item<int>() == 0, "zeros() is full of zeros, and item() brings an element to the host");

  count<<<1, 32>>>(a.data_ptr<int>(), 6);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
  check(a[1][2].item<int>() == 5, "data_ptr() is what a kernel writes through");
  auto b = a;
  auto c = a.clone();
  b.fill_(7);
  check(a[0][0].item<int>() == 7 && c[1][1].item<int>() == 4, "a copy of a tensor shares its elements, a clone has its own");
  check(c.view({3, 2})[2][1].item<int>() == 5 && c.view({-1}).size(0) == 6, "view() keeps the elements, and finds the extent that is -1");
  check(c.reshape({1, 6}).data_ptr() == c.data_ptr(), "reshape() of a contiguous tensor copies nothing");
  check(!c.t().is_contiguous() && c.t().size(0) == 3, "t() swaps extents and strides");
  auto t = c.t().contiguous();
  check(t.is_contiguous() && t[2][0].item<int>() == 2 && t[0][1].item<int>() == 3, "contiguous() puts the elements in row-major order");
  check(c.zero_()[1][2].item<int>() == 0, "zero_() writes zeros");
  check(torch::ones({300}, cuda.dtype(torch::kFloat64))[299].item<double>() == 1, "ones() is full of ones");
  check(torch::full({70, 3}, 2.5, cuda)[69][2].item<float>() == 2.5f, "full() is full of a number");
  check(torch::empty_like(a).sizes() == a.sizes() && torch::zeros_like(a).dtype() == torch::kInt, "empty_like() and zeros_like() take over shape and type");
  check(torch::empty_like(a, torch::kFloat).dtype() == torch::kFloat && torch::ones_like(a).is_cuda(), "options of empty_like() go before");
  check(torch::zeros({2}, torch::kByte).cuda().is_cuda() && a.cpu().is_cpu(), "cuda() and cpu() copy to the other memory");
  check(a.options().dtype(torch::kByte).dtype() == torch::kUInt8, "options() can be changed in one part");
  check(torch::dtype(torch::kFloat).device(torch::kCUDA).device().is_cuda(), "torch::dtype() begins options");

  auto f = torch::ones({2, 3}, cuda);
  AT_DISPATCH_FLOATING_TYPES(f.scalar_type(), "doubled", ([&] {
    doubled<scalar_t><<<2, 3, 0, at::cuda::getCurrentCUDAStream()>>>(f.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
  }));
  check(f[1][2].item<float>() == 2, "AT_DISPATCH_FLOATING_TYPES calls for the element type, packed_accessor32 goes to a kernel");
  auto g = torch::full({2, 4, 5}, 0.5f, cuda);
  auto s = torch::zeros({2}, cuda);
  sums<<<1, 2>>>(g.packed_accessor64<float, 3>(), s.packed_accessor64<float, 1>());
  check(s[1].item<float>() == 10, "packed_accessor64 has sizes and several indexes");
  int bytes = 0;
  AT_DISPATCH_ALL_TYPES(torch::zeros({1}, torch::kInt64).scalar_type(), "bytes", [&] { bytes = sizeof(scalar_t); });
  check(bytes == 8, "AT_DISPATCH_ALL_TYPES knows integers too");
  check(thrown([&] { AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "f", [&] {}); }) == "\"f\" not implemented for 'Int'",
        "a type that is not dispatched on throws");

  check(thrown([&] { a.data_ptr<float>(); }) == "expected scalar type Float but found Int", "data_ptr of another type throws");
  check(thrown([&] { TORCH_CHECK(a.size(0) == 5, "got ", a.size(0)); }) == "got 2", "TORCH_CHECK throws with its message");
  check(thrown([&] { AT_ASSERT(false); }) == "Expected false to be true, but got false.", "AT_ASSERT throws");
  check(thrown([&] { CHECK_CUDA(torch::empty({1})); }) == "torch::empty({1}) must be a CUDA tensor", "a check of one's own names its tensor");
  check(thrown([&] { CHECK_CONTIGUOUS(a); }).empty(), "a check that holds does nothing");
  check(thrown([&] { a.view({4}); }) == "shape '[4]' is invalid for input of size 6", "a view of another size throws");
  check(thrown([&] { a.size(2); }).find("Dimension out of range") == 0, "an extent that is not there throws");
  check(thrown([&] { C10_CUDA_CHECK(cudaErrorInvalidValue); }).find("CUDA error: ") == 0, "C10_CUDA_CHECK throws for an error");
  check(refusedLaunch().find("CUDA error: invalid configuration") == 0, "C10_CUDA_KERNEL_LAUNCH_CHECK throws for a launch that is refused");
  const at::cuda::OptionalCUDAGuard guard(at::device_of(a));
  at::cuda::getCurrentCUDAStream().synchronize();
  check(at::cuda::getCurrentDeviceProperties()->warpSize == 32, "getCurrentDeviceProperties() tells of the device");
}
