// A recording of one block, for `grade trace`: the steps, the accesses and the variables of its threads, in the order in
// which they run. Only programs that were compiled for it call `__emu_trace`.
#include "state.h"

static trace_record *traceRecords;

static void trace_begin(void) {
  control *c = &__emu_control;
  traceRecords = c->traceLimit ? arena_take(c->traceLimit * (u32)sizeof(trace_record)) : 0;
  c->trace = (u32)traceRecords;
  c->traceCount = 0;
  c->traceFault = TRACE_NO_FAULT;
}

INLINE int is_traced(void) {
  return traceRecords && now.blockNumber - __emu_control.firstBlockNumber == __emu_control.traceBlock;
}

// The records around the first fault of the block stay, if that is asked for: half of them come after it.
static void trace_fault(void) {
  control *c = &__emu_control;
  if (is_traced() && c->traceFault == TRACE_NO_FAULT) c->traceFault = c->traceCount;
}

static int is_over(const control *c) {
  if (!c->traceAround) return c->traceCount >= c->traceLimit;
  return c->traceFault != TRACE_NO_FAULT && c->traceCount - c->traceFault > c->traceLimit / 2;
}

NOINLINE void __emu_trace(u32 event, u64 address, u64 low, u64 high) {
  control *c = &__emu_control;
  if (!is_traced() || is_over(c)) return;
  trace_record *r = &traceRecords[c->traceCount++ % c->traceLimit];
  r->address = address;
  r->low = low;
  r->high = high;
  r->event = event;
  r->thread = now.thread;
}
