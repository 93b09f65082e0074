// Accesses to single bytes, the usual ones fast. Where nothing is known of the bytes but what is over or is the running
// thread's own, what becomes of the word depends on its shape, on which of its stamps are over, and on the site: the
// same step is taken for millions of words. The first time it is found out the long way (race.c), then looked up.
#include "state.h"

// What a stamp is to the running thread. UNKNOWN: of its interval, and what lies in between is a longer question. KEPT:
// not over, and no matter of these bytes; OWN_KEPT: the thread's own, with which a mark that is added shares its stamp.
enum { OVER, OWN, EARLIER, ELSEWHERE, INTERVAL, UNKNOWN, KEPT, OWN_KEPT };
enum { FROM_NOWHERE = 0, FROM_CURRENT = 9 }; // where a new stamp comes from, or from this one of the old ones
enum { GENERAL, SHAPE_ALONE, ONE_STAMP };    // step.change
#define VALID (1ull << 63)

INLINE u32 kind_in(u32 stamp, u32 floor, u32 used) {
  if (stamp < floor) return OVER;
  if (!used) return stamp == now.current ? OWN_KEPT : KEPT;
  if (stamp == now.current) return OWN;
  if (is_foreign(stamp)) return ELSEWHERE;
  if (stamp < now.interval) return EARLIER;
  return now.warpSynced || order.used || splitEver ? UNKNOWN : INTERVAL;
}

// As the hooks do for words: with a second reader in this interval no further one is needed.
static int has_readers(const history *h) {
  const accesses *a = &h->readers;
  return a->second.stamp && a->first.stamp >= stamps()->saturated && a->first.stamp != now.current &&
         !is_foreign(a->first.stamp);
}

// A load of bytes whose word has a record: there is nothing to add to it.
static NOINLINE int adds_nothing(const history *h, u32 mask, u32 floor) {
  for (u32 i = 0; i < 4; i++) {
    if (!(mask >> i & 1)) continue;
    const mark *writers = &h[i].writers.first;
    for (u32 m = 0; m < MARKS / 2; m++)
      if (kind_in(writers[m].stamp, floor, 1) > EARLIER) return 0;
    if (!has_readers(&h[i])) return 0;
  }
  return 1;
}

// What a step depends on besides its site; 0 where it depends on more than that. `mask`: the bytes of the access, one
// or two. After a barrier of the grid a stamp can be over and still matter (drop_stale): that is a longer question.
INLINE u64 step_key(const cell *c, u32 state, u32 number, u32 mask, u32 type, u32 floor, const u32 *stamps) {
  if (now.grid > now.launch) return 0;
  u64 key = VALID | mask << 16 | type << 20;
  if (!(state & BYTEWISE)) {
    int over = c->writer < floor && c->reader < floor && !((c->writer | c->reader) & STAMP_FLAGS);
    return over && !((c->writerInfo | c->readerInfo) & ATOMIC) && !number ? key : 0;
  }
  if (number & WIDE) return 0;
  if (!number) return key;
  const shape *s = &shapesTable[number];
  u32 first = (u32)__builtin_ctz(mask), last = 31 - (u32)__builtin_clz(mask), kinds = 0;
  u32 uses = s->of[first].uses | s->of[last].uses;
  _Pragma("unroll") for (u32 i = 0; i < 4; i++) kinds |= kind_in(stamps[i], floor, uses >> i & 1) << 3 * i;
  if (s->of[0].layout == TWO_EPOCHS)
    for (u32 i = 4; i < SLOTS; i++) kinds |= kind_in(stamps[i], floor, uses >> i & 1) << 3 * i;
  return key | number | (u64)kinds << 24;
}

INLINE step *step_for(u64 key, u32 site) {
  return &stepsTable[(key ^ key >> 29 ^ (u64)site << 40) * 0x9e3779b97f4a7c15u >> 52];
}

static NOINLINE int change(u32 word, int region, const step *found) {
  place p;
  u32 after[SLOTS], stamps[SLOTS];
  find_place(word, region, &p);
  read_stamps(p.cell, &shapesTable[*p.shape], stamps);
  for (u32 i = 0; i < SLOTS; i++) {
    u32 source = found->sources >> 4 * i & 15;
    after[i] = source == FROM_NOWHERE ? 0 : source == FROM_CURRENT ? now.current : stamps[source - 1];
  }
  if (shapesTable[found->shape].of[0].layout != TWO_EPOCHS) __builtin_memcpy(p.cell, after, sizeof(cell));
  else if (!write_two_epochs(p.cell, after)) return 0;
  if (p.state[0] & BYTEWISE && *p.shape) *p.shape = found->shape;
  else set_shape(&p, found->shape, 1);
  return 1;
}

// For the hooks: answers whether the access needs nothing more.
NOINLINE int __emu_small(u32 address, u32 site, u32 how, const fast_stamps *s) {
  if (s->current != now.current) return 0; // of kernels whose accesses are counted
  int region = how & HOW_SHARED ? SHARED : GLOBAL;
  u32 word = address & ~3u, type = how >> 16 & 3, state = *state_of(word, region);
  if (region == GLOBAL && !has_cells(word)) return 0;
  cell *c = word_cell(word, region);
  u16 *number = shape_of(word, region);
  if (state & PENDING) return 0;
  u32 mask = ((1u << (how & 0xffff)) - 1) << (address & 3), floor = region == SHARED ? s->interval : s->launch;
  if ((*number & WIDE) && (state & BYTEWISE) && type == READ && region == GLOBAL)
    return adds_nothing(wideTable[*number & ~WIDE], mask, floor);
  u32 more[SLOTS];
  const u32 *stamps = c->stamps;
  if (!(*number & WIDE) && shapesTable[*number].of[0].layout == TWO_EPOCHS) {
    read_stamps(c, &shapesTable[*number], more);
    stamps = more;
  }
  u64 key = step_key(c, state, *number, mask, type, floor, stamps);
  const step *found = step_for(key, site);
  if (found->key != key || found->site != site || !key) return 0;
  if (found->change == GENERAL) {
    if (!change(word, region, found)) return 0;
  } else {
    if (found->change == ONE_STAMP) c->stamps[found->slot] = now.current;
    *number = found->shape;
  }
  if (region == SHARED && type == READ) __emu_shared_was_read = 1;
  return 1;
}

// Does the step depend on nothing that its key leaves out?
static int is_plain_step(u64 key) {
  const shape *s = &shapesTable[key & 0xffff];
  for (u32 i = 0; i < 4; i++) {
    if (!(key >> (16 + i) & 1)) continue;
    for (u32 m = 0; m < MARKS; m++) {
      u32 slot = s->of[i].slot[m], kind = slot ? (u32)(key >> (24 + 3 * (slot - 1))) & 7 : OVER;
      int reading = (key >> 20 & 3) == READ && m >= MARKS / 2;
      if (reading ? m == MARKS / 2 && kind == UNKNOWN : kind > EARLIER) return 0;
    }
  }
  return 1;
}

// A step has been taken the long way, from the key and these stamps to what the word is now.
static void learn(const place *p, u64 key, u32 site, const u32 *stamps) {
  u32 before = key & 0xffff, after[SLOTS], changed = 0, slot = 0;
  if (!(p->state[0] & BYTEWISE) || (*p->shape & WIDE) || !is_plain_step(key)) return;
  const shape *old = &shapesTable[before], *new = &shapesTable[*p->shape];
  read_stamps(p->cell, new, after);
  step s = {.key = key, .site = site, .shape = *p->shape};
  for (u32 i = 0; i < SLOTS; i++) {
    u32 source = FROM_NOWHERE;
    if (before && after[i] == stamps[i]) source = after[i] ? i + 1 : FROM_NOWHERE;
    else {
      changed++;
      slot = i;
      if (after[i] == now.current) source = FROM_CURRENT;
      else if (after[i]) {
        while (before && source < SLOTS && stamps[source] != after[i]) source++;
        if (!before || source == SLOTS) return;
        source++;
      }
    }
    s.sources |= source << 4 * i;
  }
  int plain = before && old->of[0].layout == FOUR_STAMPS && new->of[0].layout == FOUR_STAMPS;
  if (before && !changed && old->of[0].layout == new->of[0].layout) s.change = SHAPE_ALONE;
  else if (plain && changed == 1 && after[slot] == now.current) {
    s.change = ONE_STAMP;
    s.slot = (u8)slot;
  }
  *step_for(key, site) = s;
}
