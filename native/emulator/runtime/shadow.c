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
__attribute__((export_name("__emu_shadow"))) u32 __emu_shadow(u32 address, u32 bytes) {
  u32 words = (bytes + 3) / 4, wide = 0;
  const u16 *shapes = shape_of(address, GLOBAL);
  for (u32 i = 0; i < words; i++) wide += (shapes[i] & WIDE) != 0;
  return held(state_of(address, GLOBAL), bytes) + held((const u8 *)word_cell(address, GLOBAL), words * sizeof(cell)) +
         held((const u8 *)shapes, words * sizeof(u16)) + wide * (u32)sizeof wideTable[0];
}
