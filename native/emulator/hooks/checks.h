// What is common and right about an access, decided with constant addresses and a few compares. Whoever includes this
// says: CHECK, how functions are declared, and NAMED, what they are called; STAMPS to compare with; ONLY_READ, the
// states of memory to which nobody stores; what is ACCEPTED and what is REFUSED.
// Included once for each such set of names.
#include "emu.h"

#ifndef CHECKS_H
#define CHECKS_H

// The same states in every byte of an element of `bytes` bytes, at most 4.
#define EVERY(states, bytes) ((u32)(states) * (EVERY_BYTE >> (32 - 8 * (bytes))))

INLINE uptr rotate(uptr value, u32 by) { return value >> by | value << (8 * sizeof value - by) % (8 * sizeof value); }

INLINE u32 states_at(const u8 *state, u32 index, u32 bytes) {
  return bytes == 1 ? state[index] : bytes == 2 ? ((const u16 *)state)[index] : ((const u32 *)state)[index];
}

// Rotating makes a misaligned offset as large as one outside: one compare refuses both.
#define READ_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                            \
  CHECK void *name(void *pointer, u32 site) {                                                                          \
    uptr place = rotate((uptr)pointer - (uptr)(base), log2);                                                           \
    if (LIKELY(place < (size) >> (log2))) {                                                                            \
      u32 index = (u32)place;                                                                                          \
      int fine = 1;                                                                                                    \
      _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) {                                               \
        u32 at = index * ((bytes) / 4) + word, states = ((const u32 *)(state))[at];                                    \
        fine = fine && ((!(hint) && (states & EVERY(ONLY_READ, 4)) == EVERY(ONLY_READ, 4)) ||                          \
                        ((states & EVERY(READ_MASK, 4)) == EVERY(READ_STATE, 4) &&                                     \
                         NAMED(may_read)(cells(at), floor, site, (u32)(base) + 4 * at,                              \
                                         HOW(READ, bytes) | (hint))));                                                 \
      }                                                                                                                \
      if (LIKELY(fine)) return ACCEPTED(pointer, site, HOW(READ, bytes) | (hint));                                     \
    }                                                                                                                  \
    return REFUSED(pointer, site, HOW(READ, bytes) | (hint));                                                          \
  }
#define WRITE_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                           \
  CHECK void *name(void *pointer, u32 site) {                                                                          \
    uptr place = rotate((uptr)pointer - (uptr)(base), log2);                                                           \
    if (LIKELY(place < (size) >> (log2))) {                                                                            \
      u32 index = (u32)place;                                                                                          \
      int fine = 1;                                                                                                    \
      u32 any = 0;                                                                                                     \
      _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) {                                               \
        u32 at = index * ((bytes) / 4) + word, states = ((const u32 *)(state))[at];                                    \
        fine = fine && (states & EVERY(WRITE_MASK, 4)) == EVERY(WRITE_STATE, 4) &&                                     \
               NAMED(may_write)(cells(at), floor);                                                                  \
        any |= states;                                                                                                 \
      }                                                                                                                \
      if (LIKELY(fine)) {                                                                                              \
        _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) {                                             \
          u32 at = index * ((bytes) / 4) + word;                                                                       \
          ((u32 *)(state))[at] |= EVERY(INITIALISED | WRITTEN, 4);                                                     \
          NAMED(wrote)(cells(at), site);                                                                            \
        }                                                                                                              \
        if (!(hint) && (any & EVERY(OUTPUT, 4))) __emu_stored_output(site, (u32)pointer);                                            \
        return ACCEPTED(pointer, site, HOW(WRITE, bytes) | (hint));                                                    \
      }                                                                                                                \
    }                                                                                                                  \
    return REFUSED(pointer, site, HOW(WRITE, bytes) | (hint));                                                         \
  }

// One or two bytes: where the states are right, the runtime looks at what is known of the word's bytes.
#define SMALL_READ_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                      \
  CHECK void *name(void *pointer, u32 site) {                                                                          \
    uptr place = rotate((uptr)pointer - (uptr)(base), log2);                                                           \
    if (LIKELY(place < (size) >> (log2))) {                                                                            \
      u32 index = (u32)place;                                                                                          \
      u32 states = states_at(state, index, bytes);                                                                     \
      if (!(hint) && (states & EVERY(ONLY_READ, bytes)) == EVERY(ONLY_READ, bytes))                                    \
        return ACCEPTED(pointer, site, HOW(READ, bytes) | (hint));                                                     \
      if (LIKELY((states & EVERY(READ_MASK & ~BYTEWISE, bytes)) == EVERY(READ_STATE, bytes) &&                         \
                 __emu_small((u32)pointer, site, HOW(READ, bytes) | (hint), &STAMPS)))                                 \
        return ACCEPTED(pointer, site, HOW(READ, bytes) | (hint));                                                     \
    }                                                                                                                  \
    return REFUSED(pointer, site, HOW(READ, bytes) | (hint));                                                          \
  }
#define SMALL_WRITE_HOOK(name, base, size, state, cells, floor, bytes, log2, hint)                                     \
  CHECK void *name(void *pointer, u32 site) {                                                                          \
    uptr place = rotate((uptr)pointer - (uptr)(base), log2);                                                           \
    if (LIKELY(place < (size) >> (log2))) {                                                                            \
      u32 index = (u32)place;                                                                                          \
      u32 states = states_at(state, index, bytes);                                                                     \
      if (LIKELY((states & EVERY(WRITE_MASK & ~BYTEWISE, bytes)) == EVERY(WRITE_STATE, bytes) &&                       \
                 __emu_small((u32)pointer, site, HOW(WRITE, bytes) | (hint), &STAMPS))) {                              \
        _Pragma("unroll") for (u32 i = 0; i < (bytes); i++) (state)[index * (bytes) + i] |= INITIALISED | WRITTEN;     \
        if (!(hint) && (states & EVERY(OUTPUT, bytes))) __emu_stored_output(site, (u32)pointer);                                     \
        return ACCEPTED(pointer, site, HOW(WRITE, bytes) | (hint));                                                    \
      }                                                                                                                \
    }                                                                                                                  \
    return REFUSED(pointer, site, HOW(WRITE, bytes) | (hint));                                                         \
  }

// A load from shared memory in an interval between barriers in which nobody can store there: no race is possible.
#define UNRECORDED_HOOK(name, bytes, log2)                                                                             \
  CHECK void *name(void *pointer, u32 site) {                                                                          \
    uptr place = rotate((uptr)pointer - (uptr)__emu_shared, log2);                                                     \
    if (LIKELY(place < STAMPS.unrecorded >> (log2))) {                                                                 \
      u32 index = (u32)place;                                                                                          \
      u32 all = EVERY(ADDRESSABLE | INITIALISED, 4);                                                                   \
      if ((bytes) < 4) all &= states_at(__emu_shared_state, index, bytes) | ~EVERY(0xff, (bytes) < 4 ? (bytes) : 4);   \
      _Pragma("unroll") for (u32 word = 0; word < (bytes) / 4; word++) all &=                                          \
          ((const u32 *)__emu_shared_state)[index * ((bytes) / 4) + word];                                             \
      if (LIKELY(all == EVERY(ADDRESSABLE | INITIALISED, 4))) {                                                        \
        __emu_shared_was_read = 1;                                                                                     \
        return ACCEPTED(pointer, site, HOW(READ, bytes) | HOW_SHARED);                                                 \
      }                                                                                                                \
    }                                                                                                                  \
    return REFUSED(pointer, site, HOW(READ, bytes) | HOW_SHARED | HOW_UNRECORDED);                                     \
  }

#define GLOBAL(hook, name, bytes, log2)                                                                                \
  hook(name, __emu_heap, HEAP_BYTES, __emu_state, GLOBAL_CELL, STAMPS.launch, bytes, log2, 0)
#define SHARED(hook, name, bytes, log2)                                                                                \
  hook(name, __emu_shared, SHARED_BYTES, __emu_shared_state, SHARED_CELL, STAMPS.interval, bytes, log2,         \
       HOW_SHARED)

#endif

// No earlier write conflicts, and this read is on record (or need not be).
INLINE int NAMED(may_read)(cell *c, u32 floor, u32 site, u32 address, u32 how) {
  u32 writer = c->writer, reader = c->reader, current = STAMPS.current;
  if (writer >= floor && writer != current) return 0;
  if (((reader ^ current) & ~STAMP_FLAGS) == 0) return 1;
  if ((reader & SEVERAL) && reader >= STAMPS.saturated) return 1;
  // Where a flag is set, the sites are not in the cell.
  if (reader >= floor || ((reader | writer) & STAMP_FLAGS)) {
    __emu_join_readers(address, site, how);
    return 1;
  }
  c->reader = current;
  c->readerInfo = site;
  return 1;
}

// No earlier access conflicts. Nothing is changed, so that all words of an access can be asked first.
INLINE int NAMED(may_write)(const cell *c, u32 floor) {
  u32 writer = c->writer, reader = c->reader, current = STAMPS.current;
  return (writer < floor || writer == current) && (reader < floor || reader == current) &&
         !((writer | reader) & STAMP_FLAGS);
}

INLINE void NAMED(wrote)(cell *c, u32 site) {
  c->writer = STAMPS.current;
  c->writerInfo = site;
}

GLOBAL(SMALL_READ_HOOK, NAMED(r1), 1, 0)
GLOBAL(SMALL_READ_HOOK, NAMED(r2), 2, 1)
GLOBAL(READ_HOOK, NAMED(r4), 4, 2)
GLOBAL(READ_HOOK, NAMED(r8), 8, 3)
GLOBAL(READ_HOOK, NAMED(r16), 16, 4)
GLOBAL(SMALL_WRITE_HOOK, NAMED(w1), 1, 0)
GLOBAL(SMALL_WRITE_HOOK, NAMED(w2), 2, 1)
GLOBAL(WRITE_HOOK, NAMED(w4), 4, 2)
GLOBAL(WRITE_HOOK, NAMED(w8), 8, 3)
GLOBAL(WRITE_HOOK, NAMED(w16), 16, 4)
SHARED(SMALL_READ_HOOK, NAMED(sr1), 1, 0)
SHARED(SMALL_READ_HOOK, NAMED(sr2), 2, 1)
SHARED(READ_HOOK, NAMED(sr4), 4, 2)
SHARED(READ_HOOK, NAMED(sr8), 8, 3)
SHARED(READ_HOOK, NAMED(sr16), 16, 4)
SHARED(SMALL_WRITE_HOOK, NAMED(sw1), 1, 0)
SHARED(SMALL_WRITE_HOOK, NAMED(sw2), 2, 1)
SHARED(WRITE_HOOK, NAMED(sw4), 4, 2)
SHARED(WRITE_HOOK, NAMED(sw8), 8, 3)
SHARED(WRITE_HOOK, NAMED(sw16), 16, 4)
UNRECORDED_HOOK(NAMED(sl1), 1, 0)
UNRECORDED_HOOK(NAMED(sl2), 2, 1)
UNRECORDED_HOOK(NAMED(sl4), 4, 2)
UNRECORDED_HOOK(NAMED(sl8), 8, 3)
UNRECORDED_HOOK(NAMED(sl16), 16, 4)
#undef CHECK
#undef NAMED
#undef STAMPS
#undef ONLY_READ
#undef ACCEPTED
#undef REFUSED
