// A launch in pieces: its blocks run a slice at a time, and a part of them may run in another instance of the module.
// There, what the part read and stored is told from the cells, so that the device can see whether the parts met.
#include "state.h"

static void enter_block(u32 number) {
  control *c = &__emu_control;
  now.blockNumber = number;
  __emu_ids[3] = number % c->gridX;
  __emu_ids[4] = number / c->gridX % c->gridY;
  __emu_ids[5] = number / c->gridX / c->gridY;
}

enum { READ_HERE = 0x01, WRITTEN_HERE = 0x10 }; // of a word's first byte; its others follow

INLINE u32 touched(const cell *c) {
  return (c->reader >= now.launch ? READ_HERE : 0) | (c->writer >= now.launch ? WRITTEN_HERE : 0);
}

static u32 touched_word(u32 address, u8 *state, const cell *word) {
  if (!state || !word) return 0;
  if (!(state[0] & BYTEWISE)) return touched(word) * 15;
  // Nobody touched it in this launch where there are no cells of its bytes yet.
  const cell *page = (const cell *)byteCells[address >> 12];
  u32 all = 0;
  for (u32 i = 0; page && i < 4; i++) all |= touched(&page[(address & 4095) + i]) << i;
  return all;
}

// What the launch did here with the words of a range of global memory or of device variables: a byte a word, of which
// each of the lower four bits stands for a byte that was read, each of the upper ones for one that was stored to.
// Answers where these bytes are, until the next call; at most 4 MiB of them.
__attribute__((export_name("__emu_footprint"))) u8 *__emu_footprint(u32 address, u32 words) {
  u8 *into = (u8 *)newEpoch; // which is only in use while stamps get new numbers
  int global = address >= (u32)__emu_heap;
  for (u32 i = 0; i < words; i++, address += 4) {
    u32 page = address >> 12;
    if (global) into[i] = (u8)touched_word(address, &__emu_state[address - (u32)__emu_heap], word_cell(address, GLOBAL));
    else if (!variableState[page] || !variableCells[page]) into[i] = 0;
    else into[i] = (u8)touched_word(address, state_of(address, VARIABLE), word_cell(address, VARIABLE));
  }
  return into;
}
