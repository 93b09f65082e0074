// The checks on every access, inlined into student kernels (see ../README.md for the contract). What is common and
// right is decided here with constant addresses and a few compares; everything else is __emu_slow's.
#include "emu.h"

#define HOOK __attribute__((always_inline))
#define HEAP_BYTES ((u32)__emu_heap_end - (u32)__emu_heap)

INLINE u32 rotate(u32 value, u32 by) { return value >> by | value << (32 - by); }

// No earlier write conflicts, and this read is on record (or need not be).
INLINE int may_read(cell *c, u32 floor, u32 site) {
  u32 writer = c->writer, reader = c->reader, current = __emu_fast.current;
  if (writer >= floor && writer != current) return 0;
  if (((reader ^ current) & ~STAMP_FLAGS) == 0) return 1;
  if ((reader & SEVERAL) && reader >= __emu_fast.saturated) return 1;
  if (reader >= floor) return 0;
  c->reader = current;
  c->readerInfo = site;
  return 1;
}

// No earlier access conflicts. Nothing is changed, so that all words of an access can be asked first.
INLINE int may_write(const cell *c, u32 floor) {
  u32 writer = c->writer, reader = c->reader, current = __emu_fast.current;
  return (writer < floor || writer == current) && (reader < floor || reader == current);
}

INLINE void wrote(cell *c, u32 site) {
  c->writer = __emu_fast.current;
  c->writerInfo = site;
}

// Rotating makes a misaligned offset as large as one outside: one compare refuses both.
#define READ_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                            \
  HOOK void *name(void *pointer, u32 site) {                                                                           \
    u32 index = rotate((u32)pointer - (u32)(base), log2);                                                              \
    if (LIKELY(index < (size) >> (log2))) {                                                                            \
      int fine = 1;                                                                                                    \
      _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) {                                               \
        u32 at = index * ((bytes) / 4) + word;                                                                         \
        fine = fine && (((const u32 *)(state))[at] & READ_MASK) == READ_STATE && may_read(&(cells)[at], floor, site);  \
      }                                                                                                                \
      if (LIKELY(fine)) return pointer;                                                                                \
    }                                                                                                                  \
    return __emu_slow(pointer, site, HOW(READ, bytes) | (hint));                                                       \
  }
#define WRITE_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                           \
  HOOK void *name(void *pointer, u32 site) {                                                                           \
    u32 index = rotate((u32)pointer - (u32)(base), log2);                                                              \
    if (LIKELY(index < (size) >> (log2))) {                                                                            \
      int fine = 1;                                                                                                    \
      _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) {                                               \
        u32 at = index * ((bytes) / 4) + word;                                                                         \
        fine = fine && (((const u32 *)(state))[at] & WRITE_MASK) == WRITE_STATE && may_write(&(cells)[at], floor);     \
      }                                                                                                                \
      if (LIKELY(fine)) {                                                                                              \
        _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++)                                               \
            wrote(&(cells)[index * ((bytes) / 4) + word], site);                                                       \
        return pointer;                                                                                                \
      }                                                                                                                \
    }                                                                                                                  \
    return __emu_slow(pointer, site, HOW(WRITE, bytes) | (hint));                                                      \
  }
#define GLOBAL(hook, name, bytes, log2)                                                                                \
  hook(name, __emu_heap, HEAP_BYTES, __emu_state, __emu_cells, __emu_fast.launch, bytes, log2, 0)
#define SHARED(hook, name, bytes, log2)                                                                                \
  hook(name, __emu_shared, SHARED_BYTES, __emu_shared_state, __emu_shared_cells, __emu_fast.interval, bytes, log2,     \
       HOW_SHARED)

GLOBAL(READ_HOOK, __emu_r4, 4, 2)
GLOBAL(READ_HOOK, __emu_r8, 8, 3)
GLOBAL(READ_HOOK, __emu_r16, 16, 4)
GLOBAL(WRITE_HOOK, __emu_w4, 4, 2)
GLOBAL(WRITE_HOOK, __emu_w8, 8, 3)
GLOBAL(WRITE_HOOK, __emu_w16, 16, 4)
SHARED(READ_HOOK, __emu_sr4, 4, 2)
SHARED(READ_HOOK, __emu_sr8, 8, 3)
SHARED(READ_HOOK, __emu_sr16, 16, 4)
SHARED(WRITE_HOOK, __emu_sw4, 4, 2)
SHARED(WRITE_HOOK, __emu_sw8, 8, 3)
SHARED(WRITE_HOOK, __emu_sw16, 16, 4)

#define SLOW_HOOK(name, type, bytes, hint)                                                                             \
  HOOK void *name(void *pointer, u32 site) { return __emu_slow(pointer, site, HOW(type, bytes) | (hint)); }
SLOW_HOOK(__emu_r1, READ, 1, 0)
SLOW_HOOK(__emu_r2, READ, 2, 0)
SLOW_HOOK(__emu_w1, WRITE, 1, 0)
SLOW_HOOK(__emu_w2, WRITE, 2, 0)
SLOW_HOOK(__emu_sr1, READ, 1, HOW_SHARED)
SLOW_HOOK(__emu_sr2, READ, 2, HOW_SHARED)
SLOW_HOOK(__emu_sw1, WRITE, 1, HOW_SHARED)
SLOW_HOOK(__emu_sw2, WRITE, 2, HOW_SHARED)
SLOW_HOOK(__emu_a1, RMW, 1, 0)
SLOW_HOOK(__emu_a2, RMW, 2, 0)
SLOW_HOOK(__emu_a4, RMW, 4, 0)
SLOW_HOOK(__emu_a8, RMW, 8, 0)
SLOW_HOOK(__emu_sa1, RMW, 1, HOW_SHARED)
SLOW_HOOK(__emu_sa2, RMW, 2, HOW_SHARED)
SLOW_HOOK(__emu_sa4, RMW, 4, HOW_SHARED)
SLOW_HOOK(__emu_sa8, RMW, 8, HOW_SHARED)

HOOK void *__emu_local(void *pointer, u32 bytes, void *array, u32 arrayBytes, u32 site) {
  u32 offset = (u32)pointer - (u32)array;
  if (LIKELY(bytes <= arrayBytes && offset <= arrayBytes - bytes)) return pointer;
  return __emu_slow_local(pointer, bytes, site);
}

HOOK void __emu_loop(u32 site) {
  u32 stack;
  __asm__ volatile("global.get __stack_pointer\nlocal.set %0" : "=r"(stack));
  __emu_last_loop = site;
  if (__builtin_expect(--__emu_steps == 0 || stack < __emu_stack_low, 0)) __emu_exhausted(site);
}

HOOK __attribute__((const)) u32 __emu_index(u32 which) { return __emu_ids[which]; }
