// Data races. Two accesses by different threads, one of them a write, not both atomic, with nothing between them that
// orders them: a launch, a barrier (inside a block), a __syncwarp (inside a warp), a fence with an atomic (between
// blocks). Blocks run one after the other here, so the order seen is one of many; what matters is what lies between.
//
// Each word (or byte) remembers one writer and one reader, a second one of the same interval, and one of another block
// of this launch. Which ones to keep is chosen so that no racing pair is lost: any later access conflicts with one of
// those kept if it conflicts with any at all.
#include "state.h"

static int ordered(u32 stamp, int shared) {
  if (stamp < (shared ? now.interval : now.launch)) return 1;
  if (stamp < now.block) {
    u32 epoch = stamp >> EPOCH_SHIFT;
    return now.acquired && published[epoch >> 3] >> (epoch & 7) & 1;
  }
  if (stamp < now.interval) return 1;
  u32 thread = thread_of(stamp);
  if (thread == now.thread) return 1;
  return thread / 32 == now.thread / 32 && stamp < now.warpStart[thread / 32];
}

typedef struct {
  u32 stamp, info;
} end;

// The first of the kept accesses that nothing orders before the current one; stamp 0 where there is none.
static end unordered(u32 stamp, u32 info, const others *more, int shared) {
  if (!ordered(stamp, shared)) return (end){stamp, info};
  if (more) {
    if ((stamp & SEVERAL) && !ordered(more->second, shared)) return (end){more->second, more->secondInfo};
    if ((stamp & FOREIGN) && !ordered(more->foreign, shared)) return (end){more->foreign, more->foreignInfo};
  }
  return (end){0, 0};
}

// Adds the current thread to the readers (or atomic writers) of a cell.
static void join(u32 *stamp, u32 *info, u32 site, u32 address, int bytewise, int writers, int shared) {
  u32 old = *stamp, flags = old & STAMP_FLAGS;
  if (((old ^ now.current) & ~STAMP_FLAGS) == 0) return;
  if (old < (shared ? now.interval : now.launch)) flags = 0;
  else if (old < now.block) {
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
      u32 first = thread_of(old) / 32, second = thread_of(o->second) / 32, mine = now.thread / 32;
      if ((flags & SEVERAL) && !ordered(o->second, shared) && !(first == second && mine != first)) return;
      o->second = now.current;
      o->secondInfo = site;
      *stamp = old | SEVERAL;
      return;
    }
    if ((flags & SEVERAL) && o && ordered(o->second, shared)) flags &= ~SEVERAL;
  }
  *stamp = now.current | flags;
  *info = site;
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
  fault *row = report(rule, detail, site, other.info & 0xffffff);
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

static void cell_check(cell *c, u32 address, int bytewise, u32 type, u32 site, int shared, conflicts *found) {
  u32 flags = (c->writer | c->reader) & STAMP_FLAGS;
  both *more = flags ? others_of(address, bytewise) : 0;
  if (!found->writer.stamp && !(type == RMW && (c->writerInfo & ATOMIC)))
    found->writer = unordered(c->writer, c->writerInfo, more ? &more->writers : 0, shared);
  if (type == READ) {
    join(&c->reader, &c->readerInfo, site, address, bytewise, 0, shared);
    return;
  }
  if (!found->reader.stamp) found->reader = unordered(c->reader, c->readerInfo, more ? &more->readers : 0, shared);
  if (type == RMW && (c->writerInfo & ATOMIC)) {
    join(&c->writer, &c->writerInfo, site | ATOMIC, address, bytewise, 1, shared);
  } else {
    c->writer = now.current;
    c->writerInfo = type == RMW ? site | ATOMIC : site;
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

static void race_check(u32 address, u32 bytes, u32 type, u32 site, int region) {
  conflicts found = {{0, 0}, {0, 0}};
  int shared = region == SHARED;
  for (u32 a = address & ~3u; a < address + bytes; a += 4) {
    u8 *state = state_of(a, region);
    cell *word = word_cell(a, region);
    if (!state || !word) continue;
    int whole = a >= address && a + 4 <= address + bytes;
    if (!(state[0] & BYTEWISE)) {
      if (whole) {
        cell_check(word, a, 0, type, site, shared, &found);
        continue;
      }
      split_word(a, state, word);
      if (!(state[0] & BYTEWISE)) continue;
    }
    cell *cells = byte_cell(a);
    for (u32 i = 0; i < 4; i++)
      if (a + i >= address && a + i < address + bytes) cell_check(&cells[i], a + i, 1, type, site, shared, &found);
  }
  u32 rule = shared ? SHARED_RACE : GLOBAL_RACE;
  if (found.reader.stamp)
    report_race(rule, found.reader.stamp < now.block ? BETWEEN_BLOCKS : INSIDE_BLOCK, site, type, READ, found.reader,
                bytes, address);
  if (!found.writer.stamp) return;
  u32 detail = found.writer.stamp < now.block ? BETWEEN_BLOCKS : INSIDE_BLOCK;
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
