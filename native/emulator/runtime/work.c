// How a launch shares its work among threads: loads and stores of global memory, and loads of shared memory, per thread.
// Volatile and atomic accesses are not work, because a thread that waits makes any number of them. Nor are stores that
// the block overwrites before another thread reads them, and loads for such stores. Every result is a sum over threads
// or blocks, so that parts of a launch add up.
#include "state.h"

_Static_assert(COUNTER_COUNT + WORK_COUNT <= COUNTERS, "work has more sums than there is room for");
#define workCounters (&counters[COUNTER_COUNT])
#define MOST_WORK (1u << 24) // of one thread: squares of many threads must not overflow

INLINE void count_work(u32 type, int shared, u32 times) {
  thread_work *w = &works[now.thread];
  if (type == RMW || (shared && type == WRITE)) w->shares = 1;
  if (type == RMW) w->atomics |= !shared;
  else if (!shared) {
    w->all += times;
    if (type == WRITE) w->stores += times;
  } else if (type == READ) w->shared += times;
}

INLINE void count_host_bytes(u32 bytes) { workCounters[WORK_HOST_BYTES] += bytes; }

// Has another thread, or the same one after a barrier, read what was stored?
static int was_read(const history *h) {
  u32 stored = h->writers.first.stamp >> EPOCH_SHIFT;
  const mark *readers = &h->readers.first;
  for (u32 i = 0; i < MARKS / 2; i++)
    if (readers[i].stamp >> EPOCH_SHIFT > stored) return 1;
  return 0;
}

// Before a store to global memory: the block's last stores to the same place were for nothing if they were not read.
static void note_overwritten(u32 address, u32 bytes) {
  u32 last = 0;
  if (!within(address, bytes, (u32)__emu_heap, heap_bytes())) return;
  works[now.thread].written += (bytes + 15) / 16;
  for (u32 a = address & ~3u; a < address + bytes; a += 4) {
    place p;
    history h[4];
    if (!find_place(a, GLOBAL, &p)) continue;
    u32 count = unpack(&p, h);
    for (u32 i = 0; i < count; i++) {
      u32 stamp = h[i].writers.first.stamp;
      if (count > 1 && (a + i < address || a + i >= address + bytes)) continue;
      if (stamp == last || stamp < now.block || is_foreign(stamp) || was_read(&h[i])) continue;
      last = stamp;
      works[thread_of(stamp)].dead += !(h[i].writers.first.info & ATOMIC);
      works[thread_of(stamp)].deadOutputs += (p.state[i] & OUTPUT) != 0;
    }
  }
}

// True if all that the thread stored to tracked memory was overwritten.
static int stored_nothing(u32 thread) {
  return __emu_control.counting && works[thread].deadOutputs && works[thread].deadOutputs >= works[thread].outputs;
}

// The part of a thread's work that led to stores that count.
INLINE u32 useful(const thread_work *w, u32 work) {
  if (!w->dead) return work;
  return w->dead < w->written ? (u32)((u64)work * (w->written - w->dead) / w->written) : 0;
}

static u32 limited(u32 work) { return work < MOST_WORK ? work : MOST_WORK; }

static void work_end_block(void) {
  if (!__emu_control.counting) return;
  static u64 column[MAX_THREADS], row[MAX_THREADS];
  u32 width = __emu_control.blockX, height = __emu_control.blockY, sharedMost = 0;
  u64 columnMost = 0, rowMost = 0;
  for (u32 x = 0; x < width; x++) column[x] = 0;
  for (u32 y = 0; y < height; y++) row[y] = 0;
  for (u32 t = 0; t < now.threads; t++) {
    const thread_work *w = &works[t];
    u32 storing = useful(w, w->stores), loads = w->all - w->stores;
    u64 all = limited(storing + (w->shares ? loads : useful(w, loads))), stores = limited(storing);
    workCounters[WORK_THREADS] += all != 0;
    workCounters[WORK_ACCESSES] += all;
    workCounters[WORK_SQUARED_ACCESSES] += all * all;
    workCounters[WORK_STORES] += stores;
    workCounters[WORK_SQUARED_STORES] += stores * stores;
    workCounters[WORK_SHARED_LOADS] += works[t].shared;
    workCounters[WORK_ATOMIC_THREADS] += works[t].atomics;
    column[t % width] += all;
    row[t / width % height] += all;
    if (works[t].shared > sharedMost) sharedMost = works[t].shared;
  }
  for (u32 x = 0; x < width; x++) columnMost = column[x] > columnMost ? column[x] : columnMost;
  for (u32 y = 0; y < height; y++) rowMost = row[y] > rowMost ? row[y] : rowMost;
  workCounters[WORK_COLUMN_MOST] += columnMost;
  workCounters[WORK_ROW_MOST] += rowMost;
  workCounters[WORK_SHARED_MOST] += sharedMost;
  __builtin_memset(works, 0, now.threads * sizeof *works);
}
