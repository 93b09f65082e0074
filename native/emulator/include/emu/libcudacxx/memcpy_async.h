// What cuda::memcpy_async is made of: the threads of the group copy at once, each its part.
#ifndef __EMU_LIBCUDACXX_MEMCPY_ASYNC_H
#define __EMU_LIBCUDACXX_MEMCPY_ASYNC_H

#include "cooperative_groups/memcpy_async.h"
#include "emu/libcudacxx/scope.h"

namespace cuda {
namespace __emu_cxx {

// One thread.
struct alone {
  static __EMU_METHOD unsigned thread_rank() { return 0; }
  static __EMU_METHOD unsigned num_threads() { return 1; }
};
template <class Group, class Size>
__EMU_DEVICE void copy(const Group &group, void *to, const void *from, Size bytes) {
  cooperative_groups::__emu_groups::copy(group, to, from, bytes);
}

}  // namespace __emu_cxx
}  // namespace cuda

#endif
