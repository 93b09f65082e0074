// The checks on every access (see ../README.md for the contract). What is not decided here is __emu_slow's. They are an
// object of their own: grader/compile/verify/ puts them in the place of their calls when all calls are proven.
#include "emu.h"

#define HOOK
#define CHECK HOOK
#define NAMED(hook) __emu_##hook
#define STAMPS __emu_fast
#define ONLY_READ READ_ONLY_STATE
#define ACCEPTED(pointer, site, how) (pointer)
#define REFUSED(pointer, site, how) __emu_slow(pointer, site, how)
#include "checks.h"

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
  uptr offset = (uptr)pointer - (uptr)array;
  if (LIKELY(bytes <= arrayBytes && offset <= arrayBytes - bytes)) return pointer;
  return __emu_slow_local(pointer, bytes, site);
}

// A turn of a loop.
HOOK void __emu_loop(u32 site) {
  __emu_last_loop = site;
  if (__builtin_expect(--__emu_steps == 0, 0)) __emu_exhausted(site);
}

INLINE u32 stack_left(void) {
  u32 stack = stack_pointer();
  return stack < __emu_stack_low ? 0 : stack - __emu_stack_low;
}

// The entry of a function that may recurse; `reserve` bytes are for what it calls that does not ask.
HOOK void __emu_entry(u32 site, u32 reserve) {
  __emu_last_loop = site;
  if (__builtin_expect(--__emu_steps == 0 || stack_left() < reserve, 0)) __emu_exhausted(site);
}

// Before a kernel whose frames may not fit into the stack.
HOOK void __emu_room(u32 bytes, u32 site) {
  if (stack_left() < bytes) __emu_exhausted(site);
}

// Before an array of variable size.
HOOK size_t __emu_alloca(u64 bytes, u32 site, u32 reserve) {
  u32 left = stack_left();
  if (left < reserve || bytes > left - reserve) __emu_exhausted(site);
  return (size_t)bytes;
}

HOOK u32 __emu_index(u32 which) { return __emu_ids[which]; }
