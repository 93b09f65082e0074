// Data races. Two accesses by different threads, one of them a write, not both atomic, with nothing between them that
// orders them: a launch, a barrier (inside a block), a __syncwarp (inside a warp), the grid's barrier, a fence and a
// place that is handed over (order.c). Threads run one after the other here, so the order seen is one of many; what
// matters is what lies between.
//
// Each word (or byte) remembers one writer and one reader, a second one of the same interval, and one of another block
// of this launch. Which ones to keep is chosen so that no racing pair is lost: any later access conflicts with one of
// those kept if it conflicts with any at all.
#include "state.h"

INLINE int is_foreign(u32 stamp) { return block_of(stamp) != now.blockNumber; }
INLINE int same_warp(u32 stamp) { return !is_foreign(stamp) && thread_of(stamp) / 32 == now.thread / 32; }

static int ordered(u32 stamp, int shared) {
  if (stamp < (shared ? now.interval : now.grid)) return 1;
  if (is_foreign(stamp)) return shared || handed_over(stamp, IN_DEVICE);
  if (stamp < now.interval) return 1;
  u32 thread = thread_of(stamp);
  if (thread == now.thread) return 1;
  if (thread / 32 == now.thread / 32 && stamp < now.warpStart[thread / 32]) return 1;
  return handed_over(stamp, IN_BLOCK);
}

typedef struct {
  u32 stamp, info;
  int unfenced;
} end;

// Atomic accesses do not race with each other, nor does what a spinning loop polls (it counts as atomic) with stores
// through volatile, nor flags of that kind between blocks. Inside a block volatile orders nothing.
static int excused(u32 stamp, u32 info, u32 mine) {
  if (!(mine & (ATOMIC | VOLATILE)) || !(info & (ATOMIC | VOLATILE))) return 0;
  return ((mine | info) & ATOMIC) || is_foreign(stamp);
}

// The first of the kept accesses that nothing orders before the current one, rather one of another warp; stamp 0 where
// there is none.
static end unordered(u32 stamp, u32 info, const others *more, u32 mine, int shared) {
  end kept[3] = {{stamp, info, 0}, {0, 0, 0}, {0, 0, 0}}, found = {0, 0, 0};
  if (more && (stamp & SEVERAL)) kept[1] = (end){more->second, more->secondInfo, 0};
  if (more && (stamp & FOREIGN)) kept[2] = (end){more->foreign, more->foreignInfo, 0};
  for (u32 i = 0; i < 3; i++) {
    if (!kept[i].stamp || excused(kept[i].stamp, kept[i].info, mine) || ordered(kept[i].stamp, shared)) continue;
    kept[i].unfenced = order.unfenced;
    if (!found.stamp || same_warp(found.stamp)) found = kept[i];
    if (!same_warp(found.stamp)) break;
  }
  return found;
}

// Adds the current thread to the readers (or atomic writers) of a cell.
static void join(u32 *stamp, u32 *info, u32 mine, u32 address, int bytewise, int writers, int shared) {
  u32 old = *stamp, flags = old & STAMP_FLAGS;
  if (((old ^ now.current) & ~STAMP_FLAGS) == 0) {
    if (!(mine & (ATOMIC | VOLATILE))) *info = mine;
    return;
  }
  if (old < (shared ? now.interval : now.grid)) flags = 0;
  else if (is_foreign(old)) {
    if (!(flags & FOREIGN)) {
      both *b = others_of(address, bytewise);
      if (b) {
        others *o = writers ? &b->writers : &b->readers;
        o->foreign = old & ~STAMP_FLAGS;
        o->foreignInfo = *info;
        flags = FOREIGN;
      }
    }
    flags &= FOREIGN;
  } else if (old < now.interval) flags &= FOREIGN;
  else {
    both *b = others_of(address, bytewise);
    others *o = b ? (writers ? &b->writers : &b->readers) : 0;
    if (!ordered(old, shared)) {
      if (!o) return;
      u32 first = thread_of(old) / 32, second = thread_of(o->second) / 32, own = now.thread / 32;
      if ((flags & SEVERAL) && !ordered(o->second, shared) && !(first == second && own != first)) return;
      o->second = now.current;
      o->secondInfo = mine;
      *stamp = old | SEVERAL;
      return;
    }
    if ((flags & SEVERAL) && o && ordered(o->second, shared)) flags &= ~SEVERAL;
  }
  *stamp = now.current | flags;
  *info = mine;
}

// For the hooks: one more reader of a word (or byte) that no unordered write has touched.
NOINLINE void __emu_join_readers(cell *c, u32 address, u32 site, u32 how) {
  join(&c->reader, &c->readerInfo, site, address, (how & 0xffff) < 4, 0, (how & HOW_SHARED) != 0);
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

static void cell_check(cell *c, u32 address, int bytewise, u32 type, u32 info, int shared, conflicts *found) {
  // A place that some loop polls is a flag, whoever stores there.
  if ((info & VOLATILE) && ((c->readerInfo | c->writerInfo) & ATOMIC)) info |= ATOMIC;
  u32 flags = (c->writer | c->reader) & STAMP_FLAGS;
  both *more = flags ? others_of(address, bytewise) : 0;
  if (!found->writer.stamp)
    found->writer = unordered(c->writer, c->writerInfo, more ? &more->writers : 0, info, shared);
  if (type == READ) {
    join(&c->reader, &c->readerInfo, info, address, bytewise, 0, shared);
    return;
  }
  if (!found->reader.stamp)
    found->reader = unordered(c->reader, c->readerInfo, more ? &more->readers : 0, info, shared);
  if (type == RMW && (c->writerInfo & ATOMIC)) {
    join(&c->writer, &c->writerInfo, info, address, bytewise, 1, shared);
  } else {
    c->writer = now.current;
    c->writerInfo = info;
  }
}

// From now on this word is tracked byte by byte.
static void split_word(u32 address, u8 *state, const cell *word) {
  cell *bytes = byte_cell(address);
  if (!bytes) return;
  for (u32 i = 0; i < 4; i++) {
    state[i] |= BYTEWISE;
    bytes[i] = *word;
  }
  if ((word->reader | word->writer) & STAMP_FLAGS) {
    both *from = others_of(address, 0), *to = others_of(address, 1);
    for (u32 i = 0; from && to && i < 4; i++) to[i] = *from;
  }
}

// What lies between two accesses, or ought to.
static u32 detail_of(end other, u32 site) {
  if (other.unfenced) return MISSING_FENCE;
  if (is_foreign(other.stamp)) return BETWEEN_BLOCKS;
  return same_warp(other.stamp) && SITE_OF(other.info) != site ? WARP_LOCKSTEP : INSIDE_BLOCK;
}

static void race_check(u32 address, u32 bytes, u32 type, u32 info, int region) {
  conflicts found = {{0, 0, 0}, {0, 0, 0}};
  u32 site = SITE_OF(info);
  int shared = region == SHARED;
  for (u32 a = address & ~3u; a < address + bytes; a += 4) {
    u8 *state = state_of(a, region);
    cell *word = word_cell(a, region);
    if (!state || !word) continue;
    int whole = a >= address && a + 4 <= address + bytes;
    if (!(state[0] & BYTEWISE)) {
      if (whole) {
        cell_check(word, a, 0, type, info, shared, &found);
        continue;
      }
      split_word(a, state, word);
      if (!(state[0] & BYTEWISE)) continue;
    }
    cell *cells = byte_cell(a);
    for (u32 i = 0; i < 4; i++)
      if (a + i >= address && a + i < address + bytes) cell_check(&cells[i], a + i, 1, type, info, shared, &found);
  }
  u32 rule = shared ? SHARED_RACE : GLOBAL_RACE;
  if (found.reader.stamp)
    report_race(rule, detail_of(found.reader, site), site, type, READ, found.reader, bytes, address);
  if (!found.writer.stamp) return;
  u32 detail = detail_of(found.writer, site);
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
