// What orders accesses besides barriers: a thread fences and then changes a place by an atomic function or through
// `volatile` (it hands over); another reads that place the same way (it takes over). All handovers of a launch are
// numbered in the order in which they happen, and whoever took over one is taken to have seen those before it: that
// may miss a race, and never sees one that is none.
#include "state.h"

static struct {
  u32 tookOver[MAX_THREADS];        // number of the latest handover that the thread has seen
  u32 fenced[UNFENCED][MAX_THREADS]; // the thread's accesses with smaller stamps lie before a fence, by its scope
  u8 met[MAX_THREADS];              // the thread has used an atomic function or volatile
  u32 lock[MAX_THREADS];            // address of the lock that the thread has taken, or is about to
  u32 lockedAt[MAX_THREADS];        // its first stamp since then
  u32 lockFenced[UNFENCED][MAX_THREADS]; // the first stamp that a fence keeps behind it, by its scope
  u32 blockTookOver;                // what barriers have passed on
  int blockFenced[UNFENCED];        // some thread has
  int used;                         // any of this is not zero
  // Of the launch:
  int fences, spins, full, unfenced;
  u32 count, number;
  int renew; // the running thread's next accesses have to be told from those before
} order;

// What threads did between taking a lock and the next fence: nothing keeps it from seeing what memory was before the lock
// was free. It was right where they came first; had the others come first it would not have been. Of the latest times.
#define MAX_SECTIONS 256u
static struct {
  u32 lock, block, thread, first, end[UNFENCED];
} sections[MAX_SECTIONS];
static u32 sectionCount;

// Places that threads of a block updated by atomic functions: the latest ones. Such an update comes after all updates
// whose outcome it saw, without a fence.
#define MAX_UPDATED 16u
static struct {
  u32 address, block, stamp;
} updated[MAX_UPDATED];
static u32 updatedCount;

static void note_update(u32 address) {
  for (u32 i = 0; i < MAX_UPDATED; i++) {
    if (updated[i].address != address || updated[i].block != now.blockNumber) continue;
    updated[i].stamp = now.current;
    return;
  }
  updated[updatedCount++ % MAX_UPDATED] = (typeof(updated[0])){address, now.blockNumber, now.current};
}

// Has the running block updated the place since this update by another block?
static int saw_update(u32 address, u32 stamp) {
  for (u32 i = 0; i < MAX_UPDATED; i++)
    if (updated[i].address == address && updated[i].block == now.blockNumber && stamp < updated[i].stamp) return 1;
  return 0;
}

// Of a block that begins.
static void order_begin_block(void) {
  if (!order.used) return;
  __builtin_memset(&order, 0, __builtin_offsetof(typeof(order), fences));
}

// The block belongs to a grid that a kernel has launched, which had seen this handover.
static void order_inherit(u32 number) {
  order.blockTookOver = number;
  order.used = 1;
}

static void order_forget(void) {
  order_begin_block();
  __builtin_memset(updated, 0, sizeof updated);
  order.full = 0;
  sectionCount = 0;
  if (order.count) __builtin_memset(releaseBuckets, 0, sizeof releaseBuckets);
  order.count = 0;
}

static void order_begin_launch(void) {
  order_forget();
  order.fences = order.spins = 0;
}

INLINE u32 *bucket_of(u32 block, u32 who) {
  return &releaseBuckets[(block * 0x9e3779b1u ^ who * 0x85ebca6bu) >> 8 & (RELEASE_BUCKETS - 1)];
}

// The newest handover of a thread, warp or block that is at most this one.
static const handover *release_of(u32 block, u32 who, u32 number) {
  for (u32 at = *bucket_of(block, who); at; at = releases[at - 1].older) {
    const handover *r = &releases[at - 1];
    if (r->block == block && r->who == who && r->number <= number) return r;
  }
  return 0;
}

// Puts on record what the running thread hands over for itself, its warp or its block. Answers the record's number.
static u32 note_release(u32 who, const u32 *limit) {
  handover *last = (handover *)release_of(now.blockNumber, who, order.number);
  if (last && limit[IN_BLOCK] <= last->limit[IN_BLOCK] && limit[IN_DEVICE] <= last->limit[IN_DEVICE]) {
    if (limit[UNFENCED] > last->limit[UNFENCED]) last->limit[UNFENCED] = limit[UNFENCED];
    return last->number;
  }
  if (!last && !limit[IN_BLOCK] && !limit[UNFENCED]) return 0;
  if (order.count == MAX_RELEASES) {
    order.full = 1;
    return order.number;
  }
  u32 *bucket = bucket_of(now.blockNumber, who);
  handover *r = &releases[order.count++];
  *r = (handover){.block = now.blockNumber, .who = who, .older = *bucket, .number = ++order.number};
  for (u32 i = 0; i < LIMITS; i++) r->limit[i] = limit[i];
  *bucket = order.count;
  return order.number;
}

INLINE u32 larger(u32 a, u32 b) { return a > b ? a : b; }

static void hand_over(u32 address) {
  u32 thread = now.thread, warp = thread / 32;
  // Of handovers that lack their fence something is told only where there are spinning loops.
  u32 unfenced = order.spins ? 0xffffffffu : 0, after = ((now.current >> EPOCH_SHIFT) + 1) << EPOCH_SHIFT;
  u32 own[LIMITS] = {order.fenced[IN_BLOCK][thread], order.fenced[IN_DEVICE][thread], after & unfenced};
  u32 number = larger(note_release(thread, own), larger(order.tookOver[thread], order.blockTookOver));
  u32 starts[2] = {warp_start(thread) > now.interval ? warp_start(thread) : 0,
                   now.interval > now.block ? now.interval : 0};
  for (u32 i = 0; i < 2; i++) {
    if (!starts[i]) continue;
    u32 limit[LIMITS] = {order.blockFenced[IN_BLOCK] ? starts[i] : 0, order.blockFenced[IN_DEVICE] ? starts[i] : 0,
                         starts[i] & unfenced};
    number = larger(number, note_release(i ? THREADS_OF_BLOCK : THREADS_OF_WARP | warp, limit));
  }
  u32 *page = number ? page_of(handovers, address, 4096) : 0;
  if (page) page[(address & 4095) >> 2] = larger(page[(address & 4095) >> 2], number);
}

// One more try to take a lock; the last one has succeeded.
static void take_lock(u32 address) {
  u32 thread = now.thread;
  for (u32 i = 0; i < UNFENCED; i++) order.lockFenced[i][thread] = 0;
  if (order.lock[thread] == address) return;
  order.lock[thread] = address;
  next_epoch();
  enter_thread(thread);
  order.lockedAt[thread] = now.current;
}

static void give_lock(void) {
  u32 thread = now.thread, end = (now.epoch + 1) << EPOCH_SHIFT;
  typeof(sections[0]) *s = &sections[sectionCount++ % MAX_SECTIONS];
  *s = (typeof(*s)){order.lock[thread], now.blockNumber, thread, order.lockedAt[thread], {0}};
  for (u32 i = 0; i < UNFENCED; i++) s->end[i] = order.lockFenced[i][thread] ? order.lockFenced[i][thread] : end;
  order.lock[thread] = 0;
  order.renew = 1;
}

// Was an earlier access made under the lock that the running thread has now, before a fence?
static int lock_unfenced(u32 stamp, int shared) {
  u32 lock = sectionCount ? order.lock[now.thread] : 0, block = block_of(stamp), thread = thread_of(stamp);
  if (!lock) return 0;
  int foreign = is_foreign(stamp);
  if (stamp < (shared || !foreign ? now.interval : now.grid)) return 0;
  if (!foreign && (thread == now.thread || (thread / 32 == now.thread / 32 && stamp < warp_start(thread)))) return 0;
  for (u32 i = 0; i < MAX_SECTIONS && i < sectionCount; i++) {
    typeof(sections[0]) *s = &sections[i];
    if (s->lock != lock || s->block != block || s->thread != thread) continue;
    if (stamp < s->first || stamp >= s->end[foreign ? IN_DEVICE : IN_BLOCK]) continue;
    order.unfenced = 1;
    return 1;
  }
  return 0;
}

// At an atomic function, or an access through volatile.
static void synchronise(u32 address, u32 type, int lock) {
  now.polled = address;
  if (type == READ) now.loaded = address;
  if (type == RMW) note_update(address);
  if (!order.fences && !order.spins) return;
  u32 thread = now.thread, *page = (u32 *)handovers[address >> 12];
  order.used = order.met[thread] = 1;
  if (type != WRITE && page && page[(address & 4095) >> 2] > order.tookOver[thread])
    order.tookOver[thread] = page[(address & 4095) >> 2];
  if (lock) take_lock(address);
  else if (type != READ && order.lock[thread] == address) give_lock();
  if (type == READ) return;
  hand_over(address);
  // What follows is not handed over, though the fence came in the same epoch.
  order.renew |= order.fenced[IN_BLOCK][thread] > now.current;
}

// After such an access.
static void order_renew(void) {
  if (!order.renew) return;
  order.renew = 0;
  next_epoch();
  enter_thread(now.thread);
}

// Was an access handed over to the running thread? Otherwise `unfenced` tells whether only a fence was missing.
static int handed_over(u32 stamp, u32 scope) {
  order.unfenced = 0;
  u32 seen = larger(order.tookOver[now.thread], order.blockTookOver), block = block_of(stamp), thread = thread_of(stamp);
  if (!seen) return 0;
  if (order.full) return 1;
  const u32 who[] = {thread, THREADS_OF_WARP | thread / 32, THREADS_OF_BLOCK};
  for (u32 i = 0; i < 3; i++) {
    const handover *r = release_of(block, who[i], seen);
    if (r && stamp < r->limit[scope]) return 1;
    if (r && stamp < r->limit[UNFENCED]) order.unfenced = 1;
  }
  return 0;
}

// Everything that the threads of the block have seen is now known to all of them.
static void order_barrier(void) {
  if (!order.used) return;
  for (u32 t = 0; t < now.threads; t++) order.blockTookOver = larger(order.tookOver[t], order.blockTookOver);
}

// The same of some lanes of a warp.
static void order_lanes(u32 warp, u32 lanes) {
  if (!order.used) return;
  u32 most = 0;
  for (u32 i = 0; i < 32; i++)
    if (lanes >> i & 1) most = larger(order.tookOver[warp * 32 + i], most);
  for (u32 i = 0; i < 32; i++)
    if (lanes >> i & 1) order.tookOver[warp * 32 + i] = most;
}

// What follows the fence must be told from what comes before it, where it is not the first thing the thread hands over.
NOINLINE void __emu_fence(int scope) {
  if (scope < 0) return;
  u32 thread = now.thread;
  settle();
  order.used = order.fences = 1;
  for (u32 i = 0; i <= (scope > 0 ? IN_DEVICE : IN_BLOCK); i++) {
    order.fenced[i][thread] = (now.epoch + 1) << EPOCH_SHIFT;
    order.blockFenced[i] = 1;
    if (!order.lockFenced[i][thread]) order.lockFenced[i][thread] = order.fenced[i][thread];
  }
  if (!order.met[thread]) return;
  next_epoch();
  enter_thread(thread);
}

// The half of a fence that comes after an access: that of an order that acquires.
NOINLINE void __emu_acquire(int scope) {
  u32 thread = now.thread;
  for (u32 i = 0; i <= (scope > 0 ? IN_DEVICE : IN_BLOCK); i++)
    if (!order.lockFenced[i][thread]) order.lockFenced[i][thread] = order.lockedAt[thread];
}
