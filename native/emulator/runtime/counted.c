// While counters are on: the checks that are otherwise inlined into kernels, each with a record of the access.
#include "state.h"

INLINE void *accepted(void *pointer, u32 site, u32 how) {
  count_work(how >> 16 & 3, (how & HOW_SHARED) != 0, 1);
  count_element((u32)pointer, how, site);
  return pointer;
}

#define CHECK INLINE
#define NAMED(hook) counted_##hook
#define STAMPS counted
#define ONLY_READ COUNTED_READ_ONLY_STATE
#define ACCEPTED(pointer, site, how) accepted(pointer, site, how)
#define REFUSED(pointer, site, how) checked(pointer, site, how)
#include "hooks/checks.h"

#define EVERY_SIZE(hook, of)                                                                                           \
  case of + 0: return counted_##hook##1(pointer, site);                                                                \
  case of + 1: return counted_##hook##2(pointer, site);                                                                \
  case of + 2: return counted_##hook##4(pointer, site);                                                                \
  case of + 3: return counted_##hook##8(pointer, site);                                                                \
  case of + 4: return counted_##hook##16(pointer, site);

static void *counted_checks(void *pointer, u32 site, u32 how) {
  if (how & HOW_SPECIAL) return checked(pointer, site, how);
  u32 size = (u32)__builtin_ctz(how & 0xffff);
  switch (size | (how >> 16 & 3) << 3 | (how & HOW_SHARED ? 32 : 0) | (how & HOW_UNRECORDED ? 64 : 0)) {
    EVERY_SIZE(r, 0)
    EVERY_SIZE(w, 8)
    EVERY_SIZE(sr, 32)
    EVERY_SIZE(sw, 40)
    EVERY_SIZE(sl, 96)
  }
  return checked(pointer, site, how);
}

static void *counted_access(void *pointer, u32 site, u32 how) {
  if ((how >> 16 & 3) == WRITE && !(how & HOW_SHARED)) note_overwritten((u32)pointer, how & 0xffff);
  void *place = counted_checks(pointer, site, how);
  return (how & HOW_POLL) ? place : influenced(place, how & 0xffff, how >> 16 & 3, site);
}
