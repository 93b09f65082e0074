// A short way for accesses that the hooks do not decide: those whose addresses the compiler knows to be aligned to less
// than they are long, copies of structures, and device variables. The usual ones, of whole words with which nothing is
// wrong, need no history: the rules are those of hooks/checks.h, and what they leave open is found out the long way.
#include "state.h"

INLINE cell *present_cell(u32 address, int region) {
  if (region == GLOBAL) return GLOBAL_CELL((address - (u32)__emu_heap) / 4);
  if (region == SHARED) return SHARED_CELL((address - (u32)__emu_shared) / 4);
  u32 page = variableCells[address >> 12];
  return page ? (cell *)page + (address & 4095) / 4 : 0;
}

// Are the states of a word right for the access? Of a variable there are none but those of its record.
INLINE int fits(u32 address, u32 type, int region) {
  if (region == VARIABLE) {
    u32 page = variableState[address >> 12];
    return !page || !(*(u8 *)(page + (address & 4095)) & (BYTEWISE | PENDING));
  }
  u32 states = *(const u32 *)state_of(address, region);
  return type == READ ? (states & EVERY(READ_MASK, 4)) == EVERY(READ_STATE, 4)
                      : (states & EVERY(WRITE_MASK, 4)) == EVERY(WRITE_STATE, 4);
}

INLINE int is_read_only(u32 address, int region) {
  return region == GLOBAL &&
         (*(const u32 *)state_of(address, GLOBAL) & EVERY(READ_ONLY_STATE, 4)) == EVERY(READ_ONLY_STATE, 4);
}

// Is the access right? A load is put on record then, as it would be the long way; a store changes nothing yet.
static int is_right(u32 address, u32 bytes, u32 type, u32 site, int region) {
  if ((address | bytes) & 3) return 0;
  u32 floor = region == SHARED ? __emu_fast.interval : __emu_fast.launch, current = __emu_fast.current;
  for (u32 a = address; a < address + bytes; a += 4) {
    if (type == READ && is_read_only(a, region)) continue;
    cell *c = present_cell(a, region);
    if (!c || !fits(a, type, region)) return 0;
    u32 writer = c->writer, reader = c->reader;
    if (writer >= floor && writer != current) return 0;
    if (type == WRITE) {
      if ((reader >= floor && reader != current) || ((writer | reader) & STAMP_FLAGS)) return 0;
    } else if (((reader ^ current) & ~STAMP_FLAGS) && !((reader & SEVERAL) && reader >= __emu_fast.saturated)) {
      if (reader >= floor || ((reader | writer) & STAMP_FLAGS)) return 0;
      c->reader = current;
      c->readerInfo = site;
    }
  }
  if (region == SHARED && type == READ) __emu_control.sharedLoads = 1;
  return 1;
}

static void put_on_record(u32 address, u32 bytes, u32 site, int region) {
  u32 any = 0;
  for (u32 a = address; a < address + bytes; a += 4) {
    cell *c = present_cell(a, region);
    c->writer = __emu_fast.current;
    c->writerInfo = site;
    if (region == VARIABLE) continue;
    u32 *states = (u32 *)state_of(a, region);
    any |= *states;
    *states |= EVERY(INITIALISED | WRITTEN, 4);
  }
  if (region == GLOBAL && (any & EVERY(OUTPUT, 4))) __emu_stored_output(site, address);
}

// Answers whether the load or store is right and on record.
static int short_way(u32 address, u32 bytes, u32 type, u32 site, int region) {
  if (__emu_control.counting || !is_right(address, bytes, type, site, region)) return 0;
  if (type == WRITE) put_on_record(address, bytes, site, region);
  return 1;
}

INLINE int region_of(u32 address, u32 bytes) {
  if (within(address, bytes, (u32)__emu_heap, heap_bytes())) return GLOBAL;
  return within(address, bytes, (u32)__emu_shared, SHARED_BYTES) ? SHARED : NOWHERE;
}

// The same of global or shared memory.
static int short_access(u32 address, u32 bytes, u32 type, u32 site) {
  int region = region_of(address, bytes);
  return region != NOWHERE && short_way(address, bytes, type, site, region);
}

// One side of a copy: global or shared memory, or the thread's own.
INLINE int is_own(u32 address, u32 bytes) {
  return within(address, bytes, now.stackLow, now.stackHigh - now.stackLow);
}
static int side_is_right(u32 address, u32 bytes, u32 type, u32 site) {
  int region = region_of(address, bytes);
  return is_own(address, bytes) || (region != NOWHERE && is_right(address, bytes, type, site, region));
}

#define SHORT_COPY 256u // bytes
// Copies take steps and count as stores by pieces of 16 bytes.
INLINE u32 pieces_of(u32 address, u32 bytes) { return ((address + bytes - 1) >> 4) - (address >> 4) + 1; }

// A short copy of memory that is initialised. Answers whether it may be carried out: then it is on record.
static int short_copy(u32 to, u32 from, u32 bytes, u32 site) {
  if (bytes == 0 || bytes > SHORT_COPY || __emu_control.counting) return 0;
  u32 steps = pieces_of(to, bytes) + pieces_of(from, bytes);
  if (__emu_steps <= steps || !side_is_right(from, bytes, READ, site) || !side_is_right(to, bytes, WRITE, site)) return 0;
  __emu_steps -= steps;
  for (u32 at = to, next; at < to + bytes && !is_own(to, bytes); at = next) {
    next = (at & ~15u) + 16 < to + bytes ? (at & ~15u) + 16 : to + bytes;
    put_on_record(at, next - at, site, region_of(to, bytes));
  }
  return 1;
}
