// Elements of device memory by hand, each with its first value.
#ifndef __EMU_THRUST_DEVICE_NEW_H
#define __EMU_THRUST_DEVICE_NEW_H

#include "thrust/device_malloc.h"
#include "thrust/fill.h"

namespace thrust {

template <class T>
device_ptr<T> device_new(size_t count = 1) {
  device_ptr<T> made = device_malloc<T>(count);
  fill(made, made + count, T());
  return made;
}
template <class T>
void device_delete(device_ptr<T> pointer, size_t = 0) {
  device_free(pointer);
}

}  // namespace thrust

#endif
