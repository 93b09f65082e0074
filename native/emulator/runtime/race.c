// Data races. Two accesses by different threads, one of them a write, not both atomic, with nothing between them that
// orders them: a launch (by a kernel: ancestry.c), a barrier (inside a block), a __syncwarp (lanes of its mask), the grid's barrier, a fence and a
// place that is handed over (order.c). Threads run one after the other here, so the order seen is one of many; what
// matters is what lies between.
//
// Of each word (or byte) one writer and one reader are remembered, a second one of the same interval, and one of another
// block of this launch. Which ones to keep is chosen so that no racing pair is lost: any later access conflicts with one
// of those kept if it conflicts with any at all. How they are kept is told in cells.c.
#include "state.h"

INLINE int same_warp(u32 stamp) { return !is_foreign(stamp) && thread_of(stamp) / 32 == now.thread / 32; }

static int ordered(u32 stamp, int shared) {
  if (stamp < (shared ? shared_floor(now.thread) : now.grid)) return 1;
  if ((clusterBlocks > 1 || splitEver) && cluster_ordered(stamp)) return 1;
  if (is_foreign(stamp))
    return (shared && clusterBlocks == 1) || preceded(stamp) || handed_over(stamp, IN_DEVICE);
  if (stamp < now.interval) return 1;
  u32 thread = thread_of(stamp);
  if (thread == now.thread) return 1;
  if (thread / 32 == now.thread / 32 && stamp < warp_start(thread)) return 1;
  return handed_over(stamp, IN_BLOCK);
}

typedef struct {
  u32 stamp, info;
  int unfenced;
} end;

static u32 checkedWord; // the address of the word that race_check looks at

// Atomic accesses do not race with each other, as long as their scopes include both threads, nor does what a spinning
// loop polls (it counts as atomic) with stores through volatile, nor flags of that kind between blocks. Data orders
// nothing through volatile, nor do two stores, of which one is atomic. Inside a block volatile orders nothing at all.
static int excused(u32 stamp, u32 info, u32 mine) {
  u32 any = mine | info, both = mine & info;
  if (!(mine & (ATOMIC | VOLATILE)) || !(info & (ATOMIC | VOLATILE))) return 0;
  if ((any & NARROW) && is_foreign(stamp)) return 0;
  if ((both & DATA) || ((both & UPDATE) && (any & DATA))) return 0;
  return (any & ATOMIC) || is_foreign(stamp);
}

// A plain access after an atomic update of the same thread or block does not race with the updates that this one saw:
// the last block to arrive sets the counter to zero.
static int follows_update(u32 stamp, u32 info, u32 mine, int shared) {
  return !shared && (info & ATOMIC) && (info & UPDATE) && !(mine & ATOMIC) && is_foreign(stamp) &&
         saw_update(checkedWord, stamp);
}

// The first of the kept accesses that nothing orders before the current one, rather one of another warp; stamp 0 where
// there is none.
static end unordered(const accesses *a, u32 mine, int shared) {
  const mark *kept = &a->first;
  end found = {0, 0, 0};
  for (u32 i = 0; i < MARKS / 2; i++) {
    if (!kept[i].stamp || excused(kept[i].stamp, kept[i].info, mine)) continue;
    if (ordered(kept[i].stamp, shared) && !lock_unfenced(kept[i].stamp, shared)) continue;
    if (follows_update(kept[i].stamp, kept[i].info, mine, shared)) continue;
    if (!found.stamp || same_warp(found.stamp)) found = (end){kept[i].stamp, kept[i].info, order.unfenced};
    if (!same_warp(found.stamp)) break;
  }
  return found;
}

// Adds the current thread to the readers (or atomic writers).
static void join(accesses *a, u32 mine, int shared) {
  u32 old = a->first.stamp;
  if (old == now.current) {
    if (!(mine & (ATOMIC | VOLATILE))) a->first.info = mine;
    else a->first.info |= mine & NARROW;
    return;
  }
  if (old < (shared ? shared_floor(now.thread) : now.grid)) a->second.stamp = a->foreign.stamp = 0;
  else if (is_foreign(old)) {
    if (!a->foreign.stamp) a->foreign = a->first;
    a->second.stamp = 0;
  } else if (old < now.interval) a->second.stamp = 0;
  else {
    u32 other = a->second.stamp;
    if (!ordered(old, shared)) {
      u32 first = thread_of(old) / 32, second = thread_of(other) / 32, own = now.thread / 32;
      if (other && !ordered(other, shared) && !(first == second && own != first)) return;
      a->second = (mark){now.current, mine};
      return;
    }
    if (other && ordered(other, shared)) a->second.stamp = 0;
  }
  a->first = (mark){now.current, mine};
}

// For the hooks: one more reader of a word that no unordered write has touched.
NOINLINE void __emu_join_readers(u32 address, u32 site, u32 how) {
  place p;
  history h;
  find_place(address, how & HOW_SHARED ? SHARED : GLOBAL, &p);
  if (p.region == SHARED) __emu_shared_was_read = 1;
  unpack_whole(&p, &h);
  accesses before = h.readers;
  join(&h.readers, site, p.region == SHARED);
  if (!same(&before, &h.readers, sizeof before)) pack_whole(&p, &h);
}

// A racing store: whether it changes the value is known only after it.
static struct {
  u32 active, rule, detail, address, bytes, site;
  int region;
  end other;
  u32 thread, block;
  u8 old[16];
} pending;

static void report_race(u32 rule, u32 detail, u32 site, u32 type, u32 otherType, end other, u32 bytes, u32 address) {
  fault *row = report(rule, detail, site, SITE_OF(other.info));
  if (!row) return;
  row->access = type;
  row->otherAccess = otherType;
  row->bytes = bytes;
  row->address = address;
  row->otherThread = thread_of(other.stamp);
  row->otherBlock = block_of(other.stamp);
}

static void mark_pending(int on) {
  for (u32 a = pending.address & ~3u; a < pending.address + pending.bytes; a += 4) {
    u8 *state = state_of(a, pending.region);
    if (state) *state = on ? *state | PENDING : *state & ~PENDING;
  }
}

static NOINLINE void settle_now(void) {
  pending.active = 0;
  mark_pending(0);
  const u8 *value = (const u8 *)pending.address;
  int same = 1;
  for (u32 i = 0; i < pending.bytes; i++) same = same && value[i] == pending.old[i];
  u32 thread = now.thread, block = now.blockNumber;
  now.thread = pending.thread;
  now.blockNumber = pending.block;
  report_race(pending.rule, same ? SAME_VALUE : pending.detail, pending.site, WRITE, WRITE, pending.other,
              pending.bytes, pending.address);
  now.thread = thread;
  now.blockNumber = block;
}

static inline void settle(void) {
  if (pending.active) settle_now();
}

typedef struct {
  end writer, reader;
} conflicts;

INLINE int is_polled(u32 info) { return (info & ATOMIC) && !(info & UPDATE); }

static void check_history(history *h, u32 type, u32 info, int shared, conflicts *found) {
  // A place that some loop polls is a flag, whoever stores there.
  if (info & VOLATILE) {
    u32 reader = h->readers.first.info, writer = h->writers.first.info;
    if (is_polled(reader) || is_polled(writer)) info = (info | ATOMIC) & ~(DATA | UPDATE);
    else if (!(info & DATA)) info |= (reader | writer) & ATOMIC;
  }
  if (!found->writer.stamp) found->writer = unordered(&h->writers, info, shared);
  if (type == READ) {
    join(&h->readers, info, shared);
    return;
  }
  if (!found->reader.stamp) found->reader = unordered(&h->readers, info, shared);
  const mark *writer = &h->writers.first;
  if (type == RMW && (writer->info & ATOMIC)) join(&h->writers, info, shared);
  // Others' atomic functions still race with the plain store that the thread made before its own one.
  else if (type != RMW || writer->stamp != now.current || writer->info & VOLATILE) h->writers = (accesses){{now.current, info}, {0, 0}, {0, 0}};
}

static void check_whole(const place *p, u32 type, u32 info, conflicts *found) {
  history h;
  unpack_whole(p, &h);
  history before = h;
  check_history(&h, type, info, is_shared_region(p->region), found);
  if (!same(&before, &h, sizeof h)) pack_whole(p, &h);
}

static void check_bytes(const place *p, u32 mask, u32 type, u32 info, conflicts *found) {
  history h[4];
  u32 old[SLOTS], shared = (u32)is_shared_region(p->region);
  u64 key = 0;
  int changed = 0, all = 1;
  if (p->region != VARIABLE && mask != 15 && info == SITE_OF(info)) {
    read_stamps(p->cell, &shapesTable[*p->shape & WIDE ? 0 : *p->shape], old);
    key = step_key(p->cell, p->state[0], *p->shape, mask, type, floor_of(p->region), old);
  }
  if (unpack(p, h) == 1) {
    h[1] = h[2] = h[3] = h[0];
    changed = 1;
  }
  for (u32 i = 0; i < 4; i++) {
    if (!(mask >> i & 1)) continue;
    if (type == READ && p->region != VARIABLE && info == SITE_OF(info) && has_readers(&h[i])) {
      if (!found->writer.stamp) found->writer = unordered(&h[i].writers, info, shared);
    } else {
      check_history(&h[i], type, info, shared, found);
      changed = 1;
    }
  }
  int alike = 0;
  if (mask == 15) {
    drop_stale(h, 4, p->region);
    alike = same(h, h + 1, 3 * sizeof(history));
  }
  if (alike) {
    set_shape(p, 0, 0);
    pack_whole(p, h);
  } else if (changed) all = pack_bytes(p, h);
  if (key && all) learn(p, key, info, old);
}

// What lies between two accesses, or ought to.
static u32 detail_of(end other, u32 mine) {
  u32 site = SITE_OF(mine), special = ATOMIC | VOLATILE;
  if (((mine | other.info) & NARROW) && (mine & special) && (other.info & special) && is_foreign(other.stamp))
    return NARROW_SCOPE;
  if (other.unfenced) return MISSING_FENCE;
  if (is_foreign(other.stamp)) return BETWEEN_BLOCKS;
  if (!same_warp(other.stamp) || SITE_OF(other.info) == site) return INSIDE_BLOCK;
  return (mine | other.info) & VOLATILE ? WARP_VOLATILE : WARP_LOCKSTEP;
}

static void race_check(u32 address, u32 bytes, u32 type, u32 info, int region) {
  conflicts found = {{0, 0, 0}, {0, 0, 0}};
  u32 site = SITE_OF(info);
  int shared = is_shared_region(region);
  for (u32 a = address & ~3u; a < address + bytes; a += 4) {
    place p;
    if (!find_place(a, region, &p)) continue;
    checkedWord = a;
    u32 first = a < address ? address - a : 0, last = address + bytes - a < 4 ? address + bytes - a : 4;
    u32 mask = (15u << first & 15u) & 15u >> (4 - last);
    if (mask == 15 && !(p.state[0] & BYTEWISE)) check_whole(&p, type, info, &found);
    else check_bytes(&p, mask, type, info, &found);
  }
  u32 rule = shared ? SHARED_RACE : GLOBAL_RACE;
  if (shared && type != READ && (found.reader.stamp || found.writer.stamp)) race_unset(address, bytes);
  if (found.reader.stamp)
    report_race(rule, detail_of(found.reader, info), site, type, READ, found.reader, bytes, address);
  if (!found.writer.stamp) return;
  u32 detail = detail_of(found.writer, info);
  int atomic = (found.writer.info & ATOMIC) != 0;
  if (type != WRITE || atomic || bytes > sizeof pending.old) {
    report_race(rule, detail, site, type, atomic ? RMW : WRITE, found.writer, bytes, address);
    return;
  }
  pending.active = 1;
  pending.rule = rule;
  pending.detail = detail;
  pending.address = address;
  pending.bytes = bytes;
  pending.site = site;
  pending.region = region;
  pending.other = found.writer;
  pending.thread = now.thread;
  pending.block = now.blockNumber;
  __builtin_memcpy(pending.old, (void *)address, bytes);
  mark_pending(1);
}
