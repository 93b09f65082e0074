// What the race detector costs, to be measured.
#include "state.h"

// Bytes of the pages of a table that hold something.
static u32 held(const u8 *from, u32 bytes) {
  u32 first = (u32)from & ~4095u, end = ((u32)from + bytes + 4095) & ~4095u, pages = 0;
  for (u32 page = first; page < end; page += 4096)
    for (u32 at = page; at < page + 4096; at += 8)
      if (*(const u64 *)at) {
        pages++;
        break;
      }
  return pages * 4096;
}

// Bytes of shadow that a range of global memory has: states, cells, shapes, and records of its words. It begins at a
// multiple of 256 bytes.
u32 __emu_shadow(u32 address, u32 bytes) {
  u32 sum = held(state_of(address, GLOBAL), bytes);
  for (u32 end = address + bytes, next; address < end; address = next) {
    // Tables of pages that lie next to each other are looked at together where they do too.
    next = CELLS_ON_DEMAND && (address & ~4095u) + 4096 < end ? (address & ~4095u) + 4096 : end;
    if (!has_cells(address)) continue;
    u32 words = (next - address + 3) / 4, wide = 0;
    const u16 *shapes = shape_of(address, GLOBAL);
    for (u32 i = 0; i < words; i++) wide += (shapes[i] & WIDE) != 0;
    sum += held((const u8 *)word_cell(address, GLOBAL), words * sizeof(cell)) +
           held((const u8 *)shapes, words * sizeof(u16)) + wide * (u32)sizeof wideTable[0];
  }
  return sum;
}
