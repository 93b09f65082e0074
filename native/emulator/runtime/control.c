#include "state.h"

// Fills in the module's half of the control and answers its address. The device calls it first.
__attribute__((export_name("__emu_open"))) control *__emu_open(void) {
  control *c = &__emu_control;
  c->magic = CONTROL_MAGIC;
  c->heap = (u32)__emu_heap;
  c->heapBytes = heap_bytes();
  c->state = (u32)__emu_state;
  c->shared = (u32)__emu_shared;
  c->sharedBytes = SHARED_BYTES;
  c->sharedState = (u32)__emu_shared_state;
  c->faults = (u32)faults;
  c->variables = (u32)variables;
  c->sharedRanges = (u32)sharedRanges;
  c->places = (u32)placesTable;
  c->siteStores = (u32)siteStoresTable;
  c->arguments = (u32)arguments;
  c->argumentBytes = sizeof arguments;
  c->print = (u32)printTable;
  c->counters = (u32)counters;
  return c;
}

// Other functions of the contract that need no file of their own.
NOINLINE void __emu_fence(int scope) {
  if (scope > 0) now.fenced = 1;
}

NOINLINE long long __emu_clock(void) {
  u64 budget = (u64)__emu_control.stepsHigh << 32 | __emu_control.stepsLow;
  return (long long)(budget - __emu_steps);
}
