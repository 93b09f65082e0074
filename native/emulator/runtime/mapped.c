// Managed memory is used as much as any: its accesses have the hooks' short way too, at the twin's address in the heap.
#include "state.h"

// Those of shared memory stay unused: no address of the host leads there.
#define CHECK static __attribute__((unused))
#define NAMED(hook) mapped_##hook
#define STAMPS __emu_fast
#define ONLY_READ READ_ONLY_STATE
#define ACCEPTED(pointer, site, how) (pointer)
#define REFUSED(pointer, site, how) checked(pointer, site, how)
#include "hooks/checks.h"

static void *mapped_access(void *pointer, u32 site, u32 how) {
  switch (how) {
    case HOW(READ, 1): return mapped_r1(pointer, site);
    case HOW(READ, 2): return mapped_r2(pointer, site);
    case HOW(READ, 4): return mapped_r4(pointer, site);
    case HOW(READ, 8): return mapped_r8(pointer, site);
    case HOW(READ, 16): return mapped_r16(pointer, site);
    case HOW(WRITE, 1): return mapped_w1(pointer, site);
    case HOW(WRITE, 2): return mapped_w2(pointer, site);
    case HOW(WRITE, 4): return mapped_w4(pointer, site);
    case HOW(WRITE, 8): return mapped_w8(pointer, site);
    case HOW(WRITE, 16): return mapped_w16(pointer, site);
    default: return checked(pointer, site, how);
  }
}
