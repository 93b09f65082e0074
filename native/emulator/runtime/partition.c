// A launch in pieces: its blocks run a slice at a time, and a part of them may run in another instance of the module.
// There, what the part read and stored is told from the cells, so that the device can see whether the parts met.
#include "state.h"

static void enter_block(u32 number) {
  control *c = &__emu_control;
  now.blockNumber = c->firstBlockNumber + number;
  __emu_ids[3] = number % c->gridX;
  __emu_ids[4] = number / c->gridX % c->gridY;
  __emu_ids[5] = number / c->gridX / c->gridY;
  cluster_of(number, &now.rank);
  for (u32 axis = 0; axis < 3; axis++) {
    u32 size = (&c->clusterX)[axis];
    __emu_ids[12 + axis] = __emu_ids[3 + axis] / size;
    __emu_ids[15 + axis] = clusters_along(axis);
    __emu_ids[18 + axis] = __emu_ids[3 + axis] % size;
    __emu_ids[21 + axis] = size;
  }
}

enum { READ_HERE = 1, WRITTEN_HERE = 1 << FOOTPRINT_STORED_SHIFT }; // of a word's first byte; its others follow

INLINE u32 touched(const cell *c) {
  return (c->reader >= now.launch ? READ_HERE : 0) | (c->writer >= now.launch ? WRITTEN_HERE : 0);
}

static u32 touched_word(u32 address, int region) {
  place p;
  if (!find_place(address, region, &p)) return 0;
  if (!(p.state[0] & BYTEWISE)) return touched(p.cell) * 15;
  history h[4];
  u32 all = 0, count = unpack(&p, h);
  for (u32 i = 0; i < count; i++)
    all |= ((h[i].readers.first.stamp >= now.launch ? READ_HERE : 0) |
            (h[i].writers.first.stamp >= now.launch ? WRITTEN_HERE : 0)) << i;
  return all;
}

// What the launch did here with the words of a range of global memory or of device variables: a byte a word, of which
// each of the lower four bits stands for a byte that was read, each of the upper ones for one that was stored to.
// Answers where these bytes are, until the next call; at most FOOTPRINT_BYTES of them.
_Static_assert(sizeof newEpoch >= FOOTPRINT_BYTES, "a footprint has no room");
u32 __emu_footprint(u32 address, u32 words) {
  u8 *into = (u8 *)newEpoch; // which is only in use while stamps get new numbers
  int global = address >= (u32)__emu_heap;
  for (u32 i = 0; i < words; i++, address += 4) {
    u32 page = address >> 12;
    // Nobody touched a page of which nothing is kept.
    if (global ? has_cells(address) : variableCells[page] != 0) into[i] = (u8)touched_word(address, global ? GLOBAL : VARIABLE);
    else into[i] = 0;
  }
  return (u32)into;
}
