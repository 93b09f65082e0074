// What comes before a grid that a kernel has launched: what its thread had done by then, and all of the grids that had
// ended in the same stream. Blocks of all grids since the host's launch are numbered on, so that they are told apart.
#include "state.h"

#define MAX_PREDECESSORS 16384u
static predecessor predecessors[MAX_PREDECESSORS];

static u32 treeFloor; // first stamp since the host's launch

static NOINLINE int has_preceded(u32 stamp) {
  u32 block = block_of(stamp), thread = thread_of(stamp);
  for (u32 i = 0; i < __emu_control.predecessorCount; i++) {
    const predecessor *p = &predecessors[i];
    if (block - p->firstBlock >= p->blocks || stamp >= p->limit) continue;
    if (p->who == THREADS_OF_RANGE || p->who == thread || p->who == (THREADS_OF_WARP | thread / 32)) return 1;
  }
  return 0;
}
INLINE int preceded(u32 stamp) { return __emu_control.predecessorCount && has_preceded(stamp); }
