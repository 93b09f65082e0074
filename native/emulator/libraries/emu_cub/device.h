// What CUB's algorithms of the device have in common. They are the emulator's own, made of those of Thrust: NVIDIA's
// choose kernels by the GPU's model and pass sums from block to block while both run.
#ifndef __EMU_CUB_DEVICE_H
#define __EMU_CUB_DEVICE_H

#include "emu_cub/temporary_storage.h"
#include "emu_thrust/policies.h"
#include "thrust/fill.h"

#if __has_include(<cub/util_type.cuh>)
#include <cub/util_type.cuh>
#else
namespace cub {
/** An element and its index, or any other two values. */
template <class K, class V>
struct KeyValuePair {
  using Key = K;
  using Value = V;
  Key key;
  Value value;
  __EMU_HD KeyValuePair() {}
  __EMU_HD KeyValuePair(const Key &key, const Value &value) : key(key), value(value) {}
  __EMU_HD bool operator!=(const KeyValuePair &other) const { return value != other.value || key != other.key; }
};
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
