// Streams and devices as PyTorch sees them: there is one device, and work goes to its default stream.
#ifndef __EMU_TORCH_CUDA_H
#define __EMU_TORCH_CUDA_H

namespace c10 {
namespace cuda {
class CUDAStream {
 public:
  explicit CUDAStream(cudaStream_t stream = 0) : stream_(stream) {}
  operator cudaStream_t() const { return stream_; }
  cudaStream_t stream() const { return stream_; }
  void synchronize() const { C10_CUDA_CHECK(cudaStreamSynchronize(stream_)); }
  bool query() const { return cudaStreamQuery(stream_) == cudaSuccess; }
  DeviceIndex device_index() const { return 0; }
  Device device() const { return Device(DeviceType::CUDA, 0); }

 private:
  cudaStream_t stream_;
};
inline CUDAStream getCurrentCUDAStream(DeviceIndex = -1) { return CUDAStream(); }
inline CUDAStream getDefaultCUDAStream(DeviceIndex = -1) { return CUDAStream(); }
inline DeviceIndex current_device() { return 0; }
inline DeviceIndex device_count() { return 1; }
inline void device_synchronize() { C10_CUDA_CHECK(cudaDeviceSynchronize()); }

struct CUDAGuard {
  explicit CUDAGuard(DeviceIndex) {}
  explicit CUDAGuard(Device device) { TORCH_CHECK(device.is_cuda(), "Expected a CUDA device, but got ", device); }
};
struct OptionalCUDAGuard {
  OptionalCUDAGuard() {}
  template <class D> explicit OptionalCUDAGuard(const D &) {}
};
struct CUDAStreamGuard {
  explicit CUDAStreamGuard(CUDAStream) {}
};
} // namespace cuda
} // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
inline cudaDeviceProp *getCurrentDeviceProperties() {
  static cudaDeviceProp properties;
  C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, 0));
  return &properties;
}
inline cudaDeviceProp *getDeviceProperties(int64_t) { return getCurrentDeviceProperties(); }
} // namespace cuda
} // namespace at

#endif
