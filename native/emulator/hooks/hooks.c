// The checks on every access, inlined into student kernels (see ../README.md for the contract). What is common and
// right is decided here with constant addresses and a few compares; everything else is __emu_slow's.
#include "emu.h"

#define HOOK __attribute__((always_inline))
#define HEAP_BYTES ((u32)__emu_heap_end - (u32)__emu_heap)

// The same states in every byte of an element of `bytes` bytes, at most 4.
#define EVERY(states, bytes) ((u32)(states) * (EVERY_BYTE >> (32 - 8 * (bytes))))

INLINE u32 rotate(u32 value, u32 by) { return value >> by | value << (32 - by) % 32; }

INLINE u32 states_at(const u8 *state, u32 index, u32 bytes) {
  return bytes == 1 ? state[index] : bytes == 2 ? ((const u16 *)state)[index] : ((const u32 *)state)[index];
}

// No earlier write conflicts, and this read is on record (or need not be).
INLINE int may_read(cell *c, u32 floor, u32 site, u32 address, u32 how) {
  u32 writer = c->writer, reader = c->reader, current = __emu_fast.current;
  if (writer >= floor && writer != current) return 0;
  if (((reader ^ current) & ~STAMP_FLAGS) == 0) return 1;
  if ((reader & SEVERAL) && reader >= __emu_fast.saturated) return 1;
  if (reader >= floor) {
    __emu_join_readers(c, address, site, how);
    return 1;
  }
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
        u32 at = index * ((bytes) / 4) + word, states = ((const u32 *)(state))[at];                                    \
        fine = fine && ((!(hint) && (states & EVERY(READ_ONLY_STATE, 4)) == EVERY(READ_ONLY_STATE, 4)) ||              \
                        ((states & EVERY(READ_MASK, 4)) == EVERY(READ_STATE, 4) &&                                     \
                         may_read(&(cells)[at], floor, site, (u32)(base) + 4 * at, HOW(READ, bytes) | (hint))));       \
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
      u32 any = 0;                                                                                                     \
      _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) {                                               \
        u32 at = index * ((bytes) / 4) + word, states = ((const u32 *)(state))[at];                                    \
        fine = fine && (states & EVERY(WRITE_MASK, 4)) == EVERY(WRITE_STATE, 4) && may_write(&(cells)[at], floor);     \
        any |= states;                                                                                                 \
      }                                                                                                                \
      if (LIKELY(fine)) {                                                                                              \
        _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) {                                             \
          u32 at = index * ((bytes) / 4) + word;                                                                       \
          ((u32 *)(state))[at] |= EVERY(INITIALISED | WRITTEN, 4);                                                     \
          wrote(&(cells)[at], site);                                                                                   \
        }                                                                                                              \
        if (!(hint) && (any & EVERY(OUTPUT, 4))) __emu_stored_output(site);                                            \
        return pointer;                                                                                                \
      }                                                                                                                \
    }                                                                                                                  \
    return __emu_slow(pointer, site, HOW(WRITE, bytes) | (hint));                                                      \
  }

// One or two bytes: tracked byte by byte, in cells that the first such access of a word makes.
INLINE cell *byte_cells(u32 address) {
  cell *page = (cell *)__emu_byte_cells[address >> 12];
  return page ? page + (address & 4095) : 0;
}
#define SMALL_READ_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                      \
  HOOK void *name(void *pointer, u32 site) {                                                                           \
    u32 index = rotate((u32)pointer - (u32)(base), log2);                                                              \
    if (LIKELY(index < (size) >> (log2))) {                                                                            \
      u32 states = states_at(state, index, bytes);                                                                     \
      if (!(hint) && (states & EVERY(READ_ONLY_STATE, bytes)) == EVERY(READ_ONLY_STATE, bytes)) return pointer;        \
      if ((states & EVERY(READ_MASK, bytes)) == EVERY(READ_STATE | BYTEWISE, bytes)) {                                 \
        cell *c = byte_cells((u32)pointer);                                                                            \
        int fine = c != 0;                                                                                             \
        _Pragma("unroll") for (u32 i = 0; i < (bytes); i++) fine =                                                     \
            fine && may_read(&c[i], floor, site, (u32)pointer + i, HOW(READ, bytes) | (hint));                         \
        if (LIKELY(fine)) return pointer;                                                                              \
      }                                                                                                                \
    }                                                                                                                  \
    return __emu_slow(pointer, site, HOW(READ, bytes) | (hint));                                                       \
  }
#define SMALL_WRITE_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                     \
  HOOK void *name(void *pointer, u32 site) {                                                                           \
    u32 index = rotate((u32)pointer - (u32)(base), log2);                                                              \
    if (LIKELY(index < (size) >> (log2))) {                                                                            \
      u32 states = states_at(state, index, bytes);                                                                     \
      if ((states & EVERY(WRITE_MASK, bytes)) == EVERY(WRITE_STATE | BYTEWISE, bytes)) {                               \
        cell *c = byte_cells((u32)pointer);                                                                            \
        int fine = c != 0;                                                                                             \
        _Pragma("unroll") for (u32 i = 0; i < (bytes); i++) fine = fine && may_write(&c[i], floor);                    \
        if (LIKELY(fine)) {                                                                                            \
          _Pragma("unroll") for (u32 i = 0; i < (bytes); i++) {                                                        \
            (state)[index * (bytes) + i] |= INITIALISED | WRITTEN;                                                     \
            wrote(&c[i], site);                                                                                        \
          }                                                                                                            \
          if (!(hint) && (states & EVERY(OUTPUT, bytes))) __emu_stored_output(site);                                   \
          return pointer;                                                                                              \
        }                                                                                                              \
      }                                                                                                                \
    }                                                                                                                  \
    return __emu_slow(pointer, site, HOW(WRITE, bytes) | (hint));                                                      \
  }

// A load from shared memory in an interval between barriers in which nobody can store there: no race is possible.
#define UNRECORDED_HOOK(name, bytes, log2)                                                                             \
  HOOK void *name(void *pointer, u32 site) {                                                                           \
    u32 index = rotate((u32)pointer - (u32)__emu_shared, log2);                                                        \
    if (LIKELY(index < __emu_fast.unrecorded >> (log2))) {                                                             \
      u32 all = EVERY(ADDRESSABLE | INITIALISED, 4);                                                                   \
      if ((bytes) < 4) all &= states_at(__emu_shared_state, index, bytes) | ~EVERY(0xff, (bytes) < 4 ? (bytes) : 4);   \
      _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) all &=                                          \
          ((const u32 *)__emu_shared_state)[index * ((bytes) / 4) + word];                                             \
      if (LIKELY(all == EVERY(ADDRESSABLE | INITIALISED, 4))) {                                                        \
        __emu_shared_was_read = 1;                                                                                     \
        return pointer;                                                                                                \
      }                                                                                                                \
    }                                                                                                                  \
    return __emu_slow(pointer, site, HOW(READ, bytes) | HOW_SHARED);                                                   \
  }

#define GLOBAL(hook, name, bytes, log2)                                                                                \
  hook(name, __emu_heap, HEAP_BYTES, __emu_state, __emu_cells, __emu_fast.launch, bytes, log2, 0)
#define SHARED(hook, name, bytes, log2)                                                                                \
  hook(name, __emu_shared, SHARED_BYTES, __emu_shared_state, __emu_shared_cells, __emu_fast.interval, bytes, log2,     \
       HOW_SHARED)

GLOBAL(SMALL_READ_HOOK, __emu_r1, 1, 0)
GLOBAL(SMALL_READ_HOOK, __emu_r2, 2, 1)
GLOBAL(READ_HOOK, __emu_r4, 4, 2)
GLOBAL(READ_HOOK, __emu_r8, 8, 3)
GLOBAL(READ_HOOK, __emu_r16, 16, 4)
GLOBAL(SMALL_WRITE_HOOK, __emu_w1, 1, 0)
GLOBAL(SMALL_WRITE_HOOK, __emu_w2, 2, 1)
GLOBAL(WRITE_HOOK, __emu_w4, 4, 2)
GLOBAL(WRITE_HOOK, __emu_w8, 8, 3)
GLOBAL(WRITE_HOOK, __emu_w16, 16, 4)
SHARED(SMALL_READ_HOOK, __emu_sr1, 1, 0)
SHARED(SMALL_READ_HOOK, __emu_sr2, 2, 1)
SHARED(READ_HOOK, __emu_sr4, 4, 2)
SHARED(READ_HOOK, __emu_sr8, 8, 3)
SHARED(READ_HOOK, __emu_sr16, 16, 4)
SHARED(SMALL_WRITE_HOOK, __emu_sw1, 1, 0)
SHARED(SMALL_WRITE_HOOK, __emu_sw2, 2, 1)
SHARED(WRITE_HOOK, __emu_sw4, 4, 2)
SHARED(WRITE_HOOK, __emu_sw8, 8, 3)
SHARED(WRITE_HOOK, __emu_sw16, 16, 4)
UNRECORDED_HOOK(__emu_sl1, 1, 0)
UNRECORDED_HOOK(__emu_sl2, 2, 1)
UNRECORDED_HOOK(__emu_sl4, 4, 2)
UNRECORDED_HOOK(__emu_sl8, 8, 3)
UNRECORDED_HOOK(__emu_sl16, 16, 4)

#define SLOW_HOOK(name, type, bytes, hint)                                                                             \
  HOOK void *name(void *pointer, u32 site) { return __emu_slow(pointer, site, HOW(type, bytes) | (hint)); }
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

// A turn of a loop.
HOOK void __emu_loop(u32 site) {
  __emu_last_loop = site;
  if (__builtin_expect(--__emu_steps == 0, 0)) __emu_exhausted(site);
}

// The entry of a function that may recurse.
HOOK void __emu_entry(u32 site) {
  u32 stack;
  __asm__ volatile("global.get __stack_pointer\nlocal.set %0" : "=r"(stack));
  __emu_last_loop = site;
  if (__builtin_expect(--__emu_steps == 0 || stack < __emu_stack_low, 0)) __emu_exhausted(site);
}

HOOK __attribute__((const)) u32 __emu_index(u32 which) { return __emu_ids[which]; }
