// What libcu++'s atomics, barriers and pipelines share.
#ifndef __EMU_LIBCUDACXX_SCOPE_H
#define __EMU_LIBCUDACXX_SCOPE_H

#include "cuda_runtime.h"

#define __EMU_METHOD __inline__ __attribute__((always_inline, device))

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread = 10 };

namespace __emu_cxx {
template <thread_scope Scope>
constexpr int scope = Scope == thread_scope_system   ? __NV_THREAD_SCOPE_SYSTEM
                      : Scope == thread_scope_device ? __NV_THREAD_SCOPE_DEVICE
                                                     : __NV_THREAD_SCOPE_BLOCK;
}  // namespace __emu_cxx
}  // namespace cuda

#endif
