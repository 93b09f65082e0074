#include "state.h"

// Fills in the module's half of the control and answers its address. The device calls it first.
u32 __emu_open(void) {
  control *c = &__emu_control;
  c->version = ABI_VERSION;
  c->heap = (u32)__emu_heap;
  c->heapBytes = heap_bytes();
  c->state = (u32)__emu_state;
  c->shared = (u32)__emu_shared;
  c->sharedBytes = SHARED_BYTES;
  c->sharedState = (u32)__emu_shared_state;
  c->clusterShared = (u32)CLUSTER_SHARED;
  c->faults = (u32)faults;
  c->failedAsserts = (u32)failedAsserts;
  c->variables = (u32)variables;
  c->sharedRanges = (u32)sharedRanges;
  c->places = (u32)placesTable;
  c->siteStores = (u32)siteStoresTable;
  c->arguments = (u32)arguments;
  c->argumentBytes = sizeof arguments;
  c->print = (u32)printTable;
  c->counters = (u32)counters;
  c->poolBytes = __emu_pool_bytes;
  c->crowdingLimit = MAX_WIDE;
  c->hostRanges = (u32)hostRangesTable;
  c->hostRangeLimit = MAX_HOST_RANGES;
  c->tracked = (u32)trackedRanges;
  c->trackedLimit = MAX_TRACKED;
  c->storers = (u32)storers;
  c->textures = (u32)texturesTable;
  c->textureLimit = MAX_TEXTURES;
  c->firstAddress = FIRST_ADDRESS;
  c->runningLoop = (u32)&__emu_last_loop;
  c->runningThread = (u32)&now.thread;
  c->runningBlock = (u32)&now.blockNumber;
  c->predecessors = (u32)predecessors;
  c->predecessorLimit = MAX_PREDECESSORS;
  return (u32)c;
}

static const long long OTHER_CLOCK = (1ll << 41) + 12345;

// Other functions of the contract that need no file of their own.
// In the reverse order it begins elsewhere, is faster, and between two reads hundreds of ticks pass, never as many as
// before: no GPU promises a value of a clock, and a load can take that long.
NOINLINE long long __emu_clock(void) {
  static u32 reads;
  static long long passed;
  __emu_control.ordering |= CLOCK_READ;
  long long steps = (long long)(now.budget - __emu_steps);
  if (!__emu_control.reversed) return steps;
  passed += 400 + (++reads * 2654435761u >> 16) % 1600;
  return OTHER_CLOCK + 7 * steps + passed;
}
