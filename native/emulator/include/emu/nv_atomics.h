// The compiler's own atomic functions since CUDA 12.8 (programming guide, "Built-in atomic functions"): like those of
// GCC, with a scope. An order that releases is a fence before the access, one that acquires half of one after it.
#ifndef __EMU_NV_ATOMICS_H
#define __EMU_NV_ATOMICS_H

#include "emu/sync.h"

enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST,
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM,
};

__EMU_DEVICE int __emu_fence_scope(int scope) {
  return scope <= __NV_THREAD_SCOPE_BLOCK ? 0 : scope < __NV_THREAD_SCOPE_SYSTEM ? 1 : 2;
}
__EMU_DEVICE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  if (order != __NV_ATOMIC_RELAXED) __emu_fence(__emu_fence_scope(scope));
}

#define __EMU_RELEASE(order, scope) \
  if (order >= __NV_ATOMIC_RELEASE) __nv_atomic_thread_fence(order, scope)
// The order that stands for the scope (atomics.h).
#define __EMU_SCOPE(narrow) (scope <= __NV_THREAD_SCOPE_BLOCK ? narrow : __ATOMIC_RELAXED)

template <class T>
__EMU_DEVICE T __nv_atomic_load_n(T *address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __EMU_RELEASE(order, scope);
  return __atomic_load_n(address, __EMU_SCOPE(__ATOMIC_ACQUIRE));
}
template <class T>
__EMU_DEVICE void __nv_atomic_load(T *address, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __EMU_RELEASE(order, scope);
  T value;
  __atomic_load(address, &value, __EMU_SCOPE(__ATOMIC_ACQUIRE));
  *result = value;
}
template <class T>
__EMU_DEVICE void __nv_atomic_store_n(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __EMU_RELEASE(order, scope);
  __atomic_store_n(address, value, __EMU_SCOPE(__ATOMIC_RELEASE));
}
template <class T>
__EMU_DEVICE void __nv_atomic_store(T *address, T *value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __EMU_RELEASE(order, scope);
  T stored = *value;
  __atomic_store(address, &stored, __EMU_SCOPE(__ATOMIC_RELEASE));
}
template <class T>
__EMU_DEVICE T __nv_atomic_exchange_n(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __EMU_RELEASE(order, scope);
  return __atomic_exchange_n(address, value, __EMU_SCOPE(__ATOMIC_ACQ_REL));
}
template <class T>
__EMU_DEVICE void __nv_atomic_exchange(T *address, T *value, T *result, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __EMU_RELEASE(order, scope);
  T stored = *value, before;
  __atomic_exchange(address, &stored, &before, __EMU_SCOPE(__ATOMIC_ACQ_REL));
  *result = before;
}
template <class T>
__EMU_DEVICE bool __nv_atomic_compare_exchange(T *address, T *expected, T *desired, bool weak, int success, int failure,
                                             int scope = __NV_THREAD_SCOPE_SYSTEM) {
  __EMU_RELEASE(success, scope);
  T compare = *expected, stored = *desired;
  bool exchanged = __atomic_compare_exchange(address, &compare, &stored, false, __EMU_SCOPE(__ATOMIC_ACQ_REL),
                                             __ATOMIC_RELAXED);
  if (success != __NV_ATOMIC_RELAXED && success != __NV_ATOMIC_RELEASE) __emu_acquire(__emu_fence_scope(scope));
  if (!exchanged) *expected = compare;
  return exchanged;
}
template <class T>
__EMU_DEVICE bool __nv_atomic_compare_exchange_n(T *address, T *expected, T desired, bool weak, int success, int failure,
                                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
  return __nv_atomic_compare_exchange(address, expected, &desired, weak, success, failure, scope);
}

// With what was there before, and without.
#define __EMU_NV_FETCH(operation)                                                                             \
  template <class T>                                                                                        \
  __EMU_DEVICE T __nv_atomic_fetch_##operation(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { \
    __EMU_RELEASE(order, scope);                                                                              \
    return __atomic_fetch_##operation(address, value, __EMU_SCOPE(__ATOMIC_ACQ_REL));                                    \
  }                                                                                                         \
  template <class T>                                                                                        \
  __EMU_DEVICE void __nv_atomic_##operation(T *address, T value, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {    \
    __EMU_RELEASE(order, scope);                                                                              \
    (void)__atomic_fetch_##operation(address, value, __EMU_SCOPE(__ATOMIC_ACQ_REL));                                     \
  }
__EMU_NV_FETCH(add)
__EMU_NV_FETCH(sub)
__EMU_NV_FETCH(and)
__EMU_NV_FETCH(or)
__EMU_NV_FETCH(xor)
__EMU_NV_FETCH(min)
__EMU_NV_FETCH(max)

#undef __EMU_NV_FETCH
#undef __EMU_RELEASE
#undef __EMU_SCOPE

#endif
