// How much is known of a word decides how the 16 bytes of its cell are used.
//   Whole words with one writer and one reader: their stamps and infos, as the hooks know them.
//   Whole words with more of either (a flag in a stamp says so): the two stamps, the second one, the foreign one; the
//   infos are in the word's shape.
//   Words of which each byte has a history of its own (BYTEWISE): four stamps, or up to eight where they are of no more
//   than two epochs, that is the usual bytes of one block; the rest is the word's shape.
//   What does not fit has a record.
// So a byte of memory costs a byte of state, four of cells, and half a byte of shape where one is needed.
#include "state.h"

typedef struct {
  u32 address; // of the word
  int region;
  u8 *state;
  cell *cell;
  u16 *shape;
} place;

static int find_place(u32 address, int region, place *p) {
  // The shape of a word in global memory is there once its cell is.
  cell *c = word_cell(address, region);
  *p = (place){address, region, state_of(address, region), c, shape_of(address, region)};
  return p->state && p->cell && p->shape;
}

static u32 firstExpanded; // page with words that have shapes; each names the next one
static int sharedExpanded;
#define EXPANDED 0x80000000u

static void note_expanded(const place *p) {
  u32 page = p->address >> 12;
  if (p->region == REMOTE) return;
  if (p->region == SHARED) sharedExpanded = 1;
  else if (!nextExpanded[page]) {
    nextExpanded[page] = EXPANDED | firstExpanded;
    firstExpanded = page;
  }
}

INLINE mark *marks(history *h) { return (mark *)h; }
INLINE u32 floor_of(int region) { return is_shared_region(region) ? shared_floor(now.thread) : now.grid; }

// Eight stamps of two epochs in 128 bits: the epochs, and of each stamp thread and epoch. Answers 0 where there are more.
static int write_two_epochs(cell *c, const u32 *stamps) {
  u32 epochs[2] = {0, 0};
  u64 bits[SLOTS];
  for (u32 i = 0; i < SLOTS; i++) {
    u32 epoch = stamps[i] >> EPOCH_SHIFT, which = epoch != epochs[0] && epochs[0];
    if (!stamps[i]) which = epoch = 0;
    else if (!epochs[which]) epochs[which] = epoch;
    else if (epochs[which] != epoch) return 0;
    bits[i] = (stamps[i] >> 2 & (MAX_THREADS - 1)) | which << 10;
  }
  u64 *to = (u64 *)c;
  to[0] = epochs[0] | (u64)epochs[1] << 20 | bits[0] << 40 | bits[1] << 51 | bits[7] << 62;
  to[1] = bits[2] | bits[3] << 11 | bits[4] << 22 | bits[5] << 33 | bits[6] << 44 | bits[7] >> 2 << 55;
  return 1;
}

static void read_two_epochs(const cell *c, u32 *stamps) {
  const u64 *from = (const u64 *)c;
  u32 epochs[2] = {from[0] & (EPOCHS - 1), from[0] >> 20 & (EPOCHS - 1)};
  for (u32 i = 0; i < SLOTS; i++) {
    u64 bits = i < 2 ? from[0] >> (40 + 11 * i) : i < 7 ? from[1] >> 11 * (i - 2) : from[0] >> 62 | from[1] >> 55 << 2;
    stamps[i] = epochs[bits >> 10 & 1] << EPOCH_SHIFT | ((u32)bits & (MAX_THREADS - 1)) << 2;
  }
}

// What is in a slot that the shape does not use means nothing, and is read as 0.
static void read_stamps(const cell *c, const shape *s, u32 *stamps) {
  int two = s->of[0].layout == TWO_EPOCHS;
  if (two) read_two_epochs(c, stamps);
  u32 uses = s->of[0].uses | s->of[1].uses | s->of[2].uses | s->of[3].uses;
  for (u32 i = 0; i < SLOTS; i++) stamps[i] = !(uses >> i & 1) ? 0 : two ? stamps[i] : c->stamps[i];
}

static void unpack_whole(const place *p, history *h) {
  const cell *c = p->cell;
  u32 flags = (c->writer | c->reader) & STAMP_FLAGS;
  // What is known of shared memory may be gone before the launch ends.
  if (is_shared_region(p->region) && c->reader >= now.launch) __emu_control.sharedLoads = 1;
  *h = (history){{{c->writer & ~STAMP_FLAGS, c->writerInfo}, {0, 0}, {0, 0}},
                 {{c->reader & ~STAMP_FLAGS, c->readerInfo}, {0, 0}, {0, 0}}};
  if (!flags) return;
  if (*p->shape & WIDE) {
    *h = wideTable[*p->shape & ~WIDE][0];
    return;
  }
  accesses *a = c->writer & STAMP_FLAGS ? &h->writers : &h->readers;
  if (flags & SEVERAL) a->second.stamp = c->stamps[2];
  if (flags & FOREIGN) a->foreign.stamp = c->stamps[3];
  for (u32 m = 0; m < MARKS; m++) marks(h)[m].info = shapesTable[*p->shape].of[0].info[m];
}

// Fills in the history of the word, or those of its bytes. Answers how many these are.
static u32 unpack(const place *p, history *h) {
  if (!(p->state[0] & BYTEWISE)) {
    unpack_whole(p, h);
    return 1;
  }
  if (*p->shape & WIDE) {
    __builtin_memcpy(h, wideTable[*p->shape & ~WIDE], 4 * sizeof(history));
    return 4;
  }
  const shape *s = &shapesTable[*p->shape];
  u32 stamps[SLOTS];
  read_stamps(p->cell, s, stamps);
  for (u32 i = 0; i < 4; i++)
    for (u32 m = 0; m < MARKS; m++) {
      u32 slot = s->of[i].slot[m];
      marks(&h[i])[m] = (mark){slot ? stamps[slot - 1] : 0, s->of[i].info[m]};
    }
  return 4;
}

// Drops what no access can race with any more. That a place was polled stays known, and so does the last store of this
// launch to global memory: after a barrier of the grid nothing races with it, but a cache need not have seen it.
static void drop_stale(history *h, u32 count, int region) {
  u32 floor = floor_of(region), stored = is_shared_region(region) || floor < now.launch ? floor : now.launch;
  for (u32 i = 0; i < count; i++)
    for (u32 m = 0; m < MARKS; m++) {
      mark *each = &marks(&h[i])[m];
      if (each->stamp >= (m ? floor : stored)) continue;
      each->stamp = 0;
      if (m % 3 || !(each->info & ATOMIC)) each->info = 0;
    }
}

static void set_shape(const place *p, u32 number, int bytewise) {
  if ((*p->shape & WIDE) && *p->shape != number) give_wide(*p->shape);
  *p->shape = (u16)number;
  u32 *state = (u32 *)p->state, bits = BYTEWISE * EVERY_BYTE;
  *state = bytewise ? *state | bits : *state & ~bits;
  if (bytewise || number) note_expanded(p);
}

// Gives the word a record, or goes on with the one that it has. Answers NO_SHAPE where there is none left.
static u32 keep_wide(const place *p, const history *h, u32 count) {
  u32 number = *p->shape & WIDE ? *p->shape : take_wide();
  if (number != NO_SHAPE) __builtin_memcpy(wideTable[number & ~WIDE], h, count * sizeof(history));
  return number;
}

INLINE u32 flags_of(const accesses *a) { return (a->second.stamp ? SEVERAL : 0) | (a->foreign.stamp ? FOREIGN : 0); }

static void pack_whole(const place *p, history *h) {
  if (flags_of(&h->writers) | flags_of(&h->readers)) drop_stale(h, 1, p->region);
  u32 writers = flags_of(&h->writers), readers = flags_of(&h->readers), number = NO_SHAPE;
  if (writers && readers) number = keep_wide(p, h, 1);
  if (writers && readers && number == NO_SHAPE) {
    __emu_control.unchecked++;
    h->writers.second = h->writers.foreign = (mark){0, 0};
    writers = 0;
  }
  if ((writers | readers) && number == NO_SHAPE) {
    int known = *p->shape && !(*p->shape & WIDE) && !(p->state[0] & BYTEWISE);
    const u32 *infos = shapesTable[known ? *p->shape : 0].of[0].info;
    for (u32 m = 0; m < MARKS; m++) known &= infos[m] == marks(h)[m].info;
    number = known ? *p->shape : intern_whole(marks(h));
    if (number == NO_SHAPE) number = keep_wide(p, h, 1);
    if (number == NO_SHAPE) __emu_control.unchecked++;
  }
  if (number == NO_SHAPE) {
    if (*p->shape || (p->state[0] & BYTEWISE)) set_shape(p, 0, 0);
    *p->cell = (cell){{h->writers.first.stamp, h->readers.first.stamp, h->writers.first.info, h->readers.first.info}};
    return;
  }
  const accesses *a = writers ? &h->writers : &h->readers;
  if (*p->shape != number) set_shape(p, number, 0);
  u32 writer = h->writers.first.stamp | writers, reader = h->readers.first.stamp | readers;
  *p->cell = (cell){{writer, reader, a->second.stamp, a->foreign.stamp}};
}

// Finds a slot for each stamp. Answers how many are needed; from `most` on they are dropped, those that matter least.
static u32 assign(u32 *stamps, shape *s, history *h, u32 most) {
  static const u8 byWeight[MARKS] = {0, 3, 4, 5, 1, 2};
  u32 used = 0, needed = 0;
  __builtin_memset(s, 0, sizeof *s);
  for (u32 k = 0; k < MARKS; k++)
    for (u32 i = 0; i < 4; i++) {
      const mark *m = &marks(&h[i])[byWeight[k]];
      u32 slot = 0;
      if (m->stamp) {
        while (slot < used && stamps[slot] != m->stamp) slot++;
        if (slot == used) needed++;
        if (slot == most) continue;
        if (slot == used) stamps[used++] = m->stamp;
        s->of[i].slot[byWeight[k]] = (u8)(slot + 1);
        s->of[i].uses |= (u8)(1u << slot);
      }
      s->of[i].info[byWeight[k]] = m->info;
    }
  while (used < SLOTS) stamps[used++] = 0;
  return needed;
}

// Answers the number of the shape, or NO_SHAPE where the cell does not suffice.
static u32 fit_bytes(cell *c, history *h) {
  shape s;
  u32 stamps[SLOTS], needed = assign(stamps, &s, h, SLOTS);
  *c = (cell){{stamps[0], stamps[1], stamps[2], stamps[3]}};
  if (needed > 4) s.of[0].layout = TWO_EPOCHS;
  return needed <= 4 || (needed <= SLOTS && write_two_epochs(c, stamps)) ? intern(&s, 4) : NO_SHAPE;
}

// What races with a second one of the same block races with that of another block too, unless it took over from there.
static int drop_second(history *h) {
  int dropped = 0;
  for (u32 i = 0; i < 8 && !order.used; i++) {
    accesses *a = i % 2 ? &h[i / 2].readers : &h[i / 2].writers;
    u32 flags = (a->second.info ^ a->foreign.info) & ~SITE_OF(~0u);
    if (!a->second.stamp || !a->foreign.stamp || flags) continue;
    a->second = (mark){0, 0};
    dropped = 1;
  }
  return dropped;
}

// Answers whether all of it was kept.
static int pack_bytes(const place *p, history *h) {
  cell c;
  drop_stale(h, 4, p->region);
  u32 number = fit_bytes(&c, h);
  int dropped = number == NO_SHAPE && drop_second(h);
  if (dropped) number = fit_bytes(&c, h);
  if (number == NO_SHAPE) {
    number = keep_wide(p, h, 4);
    c = (cell){.stamps = {0, 0, 0, 0}};
  }
  if (number == NO_SHAPE) {
    shape s;
    u32 stamps[SLOTS];
    __emu_control.unchecked++;
    dropped = 1;
    assign(stamps, &s, h, 4);
    number = intern(&s, 4);
    if (number == NO_SHAPE) number = 0;
    else c = (cell){{stamps[0], stamps[1], stamps[2], stamps[3]}};
  }
  set_shape(p, number, 1);
  *p->cell = c;
  return !dropped;
}

// Global memory of which nothing is known: it has been given out anew.
static void forget_range(u32 address, u32 bytes) {
  for (u32 end = address + (bytes & ~3u), next; address < end; address = next) {
    next = (address & ~4095u) + 4096;
    if (next > end) next = end;
    if (!has_cells(address)) continue;
    u32 words = (next - address) / 4;
    u16 *shapes = shape_of(address, GLOBAL);
    for (u32 i = 0; i < words; i++)
      if (shapes[i] & WIDE) give_wide(shapes[i]);
    __builtin_memset(shapes, 0, words * sizeof(u16));
    __builtin_memset(word_cell(address, GLOBAL), 0, words * sizeof(cell));
  }
}

// The words of shared memory become whole again, because the block has ended or lies elsewhere, its records too.
static void forget_shared(int ended) {
  if (!sharedExpanded) return;
  sharedExpanded = 0;
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++) {
    u32 first = sharedRanges[i].offset / 4, last = (sharedRanges[i].offset + sharedRanges[i].bytes + 3) / 4;
    for (u32 w = first; w < last; w++) {
      u16 *number = &__emu_shared_shapes[w];
      if (!*number && !(__emu_shared_state[4 * w] & BYTEWISE)) continue;
      if (ended && (*number & WIDE)) give_wide(*number);
      *number = 0;
      __emu_shared_cells[w] = (cell){.stamps = {0, 0, 0, 0}};
      for (u32 b = 0; b < 4; b++) __emu_shared_state[4 * w + b] &= (u8)~BYTEWISE;
    }
  }
}

// Before a launch nothing that happened matters: every word is whole again.
static void forget_expanded(void) {
  while (firstExpanded) {
    u32 page = firstExpanded, address = page << 12;
    firstExpanded = nextExpanded[page] & ~EXPANDED;
    nextExpanded[page] = 0;
    int region = address >= (u32)__emu_heap ? GLOBAL : VARIABLE;
    u8 *state = state_of(address, region);
    __builtin_memset(word_cell(address, region), 0, 1024 * sizeof(cell));
    __builtin_memset(shape_of(address, region), 0, 1024 * sizeof(u16));
    for (u32 i = 0; i < 4096; i++) state[i] &= (u8)~BYTEWISE;
  }
  if (sharedExpanded) {
    __builtin_memset(__emu_shared_cells, 0, SHARED_BYTES / 4 * sizeof(cell));
    __builtin_memset(__emu_shared_shapes, 0, SHARED_BYTES / 4 * sizeof(u16));
    sharedExpanded = 0;
  }
  forget_shapes();
}
