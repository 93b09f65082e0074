// Device memory by hand.
#ifndef __EMU_THRUST_DEVICE_MALLOC_H
#define __EMU_THRUST_DEVICE_MALLOC_H

#include "thrust/device_ptr.h"

namespace thrust {

inline device_ptr<void> device_malloc(size_t bytes) {
  void *memory = nullptr;
  emu::allocated(cudaMalloc(&memory, bytes));
  return device_ptr<void>(memory);
}
template <class T>
device_ptr<T> device_malloc(size_t count) {
  return device_ptr<T>(device_malloc(count * sizeof(T)));
}
inline void device_free(device_ptr<void> pointer) { emu::checked(cudaFree(pointer.get()), "device_free"); }

}  // namespace thrust

#endif
