// Host code of a program with managed or mapped memory is compiled with Clang's instrumentation for ThreadSanitizer
// (grader/compile/host.ts), and these are the functions that it calls: each looks whether the address may be one that
// kernels use which nobody has waited for. There is one thread, so that no atomic function has to be one.
#include "cuda.h"

enum { READ = HOST_READ, WRITE = HOST_WRITE, TOGETHER = HOST_TOGETHER, COPIED = HOST_COPIED };

/** Nothing is watched while no kernel is waited for. */
static size_t first, length;

void __emu_host_watch(u32 from, u32 bytes) {
  first = from;
  length = bytes;
}

static inline void look(const void *pointer, u32 bytes, int how) {
  if (__builtin_expect((size_t)pointer - first < length, 0)) __emu_host_host_access(pointer, bytes, how);
}

/** The same of many bytes, which may begin before what is watched. */
static void look_along(const void *pointer, size_t bytes, int how) {
  if (length && bytes && (size_t)pointer < first + length && (size_t)pointer + bytes > first)
    __emu_host_host_access(pointer, (u32)bytes, how);
}

void __tsan_init(void) {}
void __tsan_vptr_update(void **pointer, void *value) { (void)pointer, (void)value; }
void __tsan_vptr_read(void **pointer) { (void)pointer; }

// What host code says is volatile may change while it looks: it means to talk with the kernel.
#define ACCESSES(bytes)                                                                            \
  void __tsan_read##bytes(const void *pointer) { look(pointer, bytes, READ); }                     \
  void __tsan_write##bytes(const void *pointer) { look(pointer, bytes, WRITE); }                   \
  void __tsan_volatile_read##bytes(const void *pointer) { look(pointer, bytes, TOGETHER); }        \
  void __tsan_volatile_write##bytes(const void *pointer) { look(pointer, bytes, TOGETHER); }
#define UNALIGNED(bytes)                                                                           \
  void __tsan_unaligned_read##bytes(const void *pointer) { look(pointer, bytes, READ); }           \
  void __tsan_unaligned_write##bytes(const void *pointer) { look(pointer, bytes, WRITE); }         \
  void __tsan_unaligned_volatile_read##bytes(const void *pointer) { look(pointer, bytes, TOGETHER); } \
  void __tsan_unaligned_volatile_write##bytes(const void *pointer) { look(pointer, bytes, TOGETHER); }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)

void *__tsan_memcpy(void *to, const void *from, size_t bytes) {
  look_along(from, bytes, COPIED);
  look_along(to, bytes, WRITE);
  return __builtin_memcpy(to, from, bytes);
}
void *__tsan_memmove(void *to, const void *from, size_t bytes) {
  look_along(from, bytes, COPIED);
  look_along(to, bytes, WRITE);
  return __builtin_memmove(to, from, bytes);
}
void *__tsan_memset(void *to, int value, size_t bytes) {
  look_along(to, bytes, WRITE);
  return __builtin_memset(to, value, bytes);
}

#define UPDATE(bits, name, expression)                                                     \
  u##bits __tsan_atomic##bits##_##name(volatile u##bits *place, u##bits value, int order) { \
    (void)order;                                                                           \
    look((const void *)place, bits / 8, TOGETHER);                                         \
    u##bits before = *place;                                                               \
    *place = (u##bits)(expression);                                                        \
    return before;                                                                         \
  }
#define ATOMICS(bits)                                                                      \
  u##bits __tsan_atomic##bits##_load(const volatile u##bits *place, int order) {           \
    (void)order;                                                                           \
    look((const void *)place, bits / 8, TOGETHER);                                         \
    return *place;                                                                         \
  }                                                                                        \
  void __tsan_atomic##bits##_store(volatile u##bits *place, u##bits value, int order) {    \
    (void)order;                                                                           \
    look((const void *)place, bits / 8, TOGETHER);                                         \
    *place = value;                                                                        \
  }                                                                                        \
  UPDATE(bits, exchange, value)                                                            \
  UPDATE(bits, fetch_add, before + value)                                                  \
  UPDATE(bits, fetch_sub, before - value)                                                  \
  UPDATE(bits, fetch_and, before & value)                                                  \
  UPDATE(bits, fetch_or, before | value)                                                   \
  UPDATE(bits, fetch_xor, before ^ value)                                                  \
  UPDATE(bits, fetch_nand, ~(before & value))                                              \
  u##bits __tsan_atomic##bits##_compare_exchange_val(volatile u##bits *place, u##bits compare, u##bits value, \
                                                     int order, int failing) {             \
    (void)order, (void)failing;                                                            \
    look((const void *)place, bits / 8, TOGETHER);                                         \
    u##bits before = *place;                                                               \
    if (before == compare) *place = value;                                                 \
    return before;                                                                         \
  }
ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order) { (void)order; }
