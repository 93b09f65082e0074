// What CUB's algorithms of the device have in common. They are the emulator's own, made of those of Thrust: NVIDIA's
// choose kernels by the GPU's model and pass sums from block to block while both run.
#ifndef __EMU_CUB_DEVICE_H
#define __EMU_CUB_DEVICE_H

#include "emu_thrust/policies.h"
#include "thrust/fill.h"

#if __has_include(<cub/util_type.cuh>)
#include <cub/util_type.cuh>
#else
namespace cub {
/** Two buffers of which one has the content. */
template <class T>
struct DoubleBuffer {
  T *d_buffers[2];
  int selector;
  __EMU_HD DoubleBuffer(T *current = nullptr, T *alternate = nullptr) : d_buffers{current, alternate}, selector(0) {}
  __EMU_HD T *Current() { return d_buffers[selector]; }
  __EMU_HD T *Alternate() { return d_buffers[selector ^ 1]; }
};
}  // namespace cub
#endif

namespace cub {
namespace emu_device {

/** Bytes of temporary memory that each algorithm asks for. */
constexpr std::size_t TEMPORARY = 256;

inline thrust::emu::device_policy on(cudaStream_t stream) { return thrust::cuda::par.on(stream); }

/** Writes to all of the temporary memory, as NVIDIA's algorithms do, so that memory that is not there is found. */
inline cudaError_t touch(void *temporary, std::size_t bytes, cudaStream_t stream) {
  if (bytes < TEMPORARY) return cudaErrorInvalidValue;
  return cudaMemsetAsync(temporary, 0, TEMPORARY, stream);
}

template <class Out, class T>
cudaError_t put(Out out, T value, cudaStream_t stream) {
  thrust::fill_n(on(stream), out, 1, value);
  return cudaSuccess;
}

}  // namespace emu_device
}  // namespace cub

// The first call of each algorithm only asks how much memory the second one needs.
#define __EMU_CUB_TEMPORARY                                                                        \
  if (d_temp_storage == nullptr) {                                                                 \
    temp_storage_bytes = emu_device::TEMPORARY;                                                    \
    return cudaSuccess;                                                                            \
  }                                                                                                \
  if (cudaError_t error = emu_device::touch(d_temp_storage, temp_storage_bytes, stream)) return error

#endif
