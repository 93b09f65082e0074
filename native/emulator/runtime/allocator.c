// Memory that device code allocates itself: malloc, free, new and delete. The region lies in global memory, at an
// address that the device chose, so that every access to it is checked like any other: what is not allocated is not
// addressable, and neither are the headers between the blocks. Freed blocks are given out again only when all else is.
#include "state.h"

_Static_assert(sizeof(block_header) == HEADER_BYTES, "headers have another size");
enum { BLOCK_LIVE = 0x6576696c, BLOCK_FREED = 0x65657266 };

// The first header's place holds how far the region was given out; a launch that begins anew takes it back with the rest.
static u32 *given_out(void) { return (u32 *)__emu_control.deviceHeap; }

static void *hand_out(u32 at, u32 bytes) {
  block_header *header = (block_header *)at;
  header->bytes = bytes;
  header->status = BLOCK_LIVE;
  u32 address = at + HEADER_BYTES;
  __builtin_memset((void *)address, 0xff, bytes);
  u8 *state = state_of(address, GLOBAL);
  __builtin_memset(state, 0, header->room);
  __builtin_memset(state, ADDRESSABLE, bytes);
  forget_range(address, header->room);
  return (void *)address;
}

// First fit among freed blocks, neighbours taken together.
static u32 freed_place(u32 room, u32 end) {
  for (u32 at = __emu_control.deviceHeap + HEADER_BYTES; at < end;) {
    block_header *header = (block_header *)at;
    if (header->status == BLOCK_FREED) {
      for (block_header *next = (block_header *)(at + HEADER_BYTES + header->room);
           (u32)next < end && next->status == BLOCK_FREED; next = (block_header *)(at + HEADER_BYTES + header->room))
        header->room += HEADER_BYTES + next->room;
      if (header->room >= room) {
        if (header->room >= room + 2 * HEADER_BYTES) {
          block_header *rest = (block_header *)(at + HEADER_BYTES + room);
          rest->room = header->room - room - HEADER_BYTES;
          rest->bytes = rest->room;
          rest->status = BLOCK_FREED;
          header->room = room;
        }
        return at;
      }
    }
    at += HEADER_BYTES + header->room;
  }
  return 0;
}

// Null where the heap is full, as CUDA says.
NOINLINE void *__emu_malloc(size_t wanted) {
  settle();
  take_step();
  u32 start = __emu_control.deviceHeap, size = __emu_control.deviceHeapBytes;
  if (wanted == 0 || wanted > size - 2 * HEADER_BYTES || size == 0) return 0;
  u32 bytes = (u32)wanted, used = *given_out() ? *given_out() : HEADER_BYTES, room = (bytes + 15) & ~15u;
  if (size - used >= HEADER_BYTES + room) {
    block_header *header = (block_header *)(start + used);
    header->room = room;
    *given_out() = used + HEADER_BYTES + room;
    return hand_out(start + used, bytes);
  }
  u32 place = freed_place(room, start + used);
  return place ? hand_out(place, bytes) : 0;
}

// The header of a block that begins here, live or freed; null for every other address.
static block_header *block_at(u32 address) {
  if (__emu_control.deviceHeapBytes == 0 || *given_out() == 0) return 0;
  u32 end = __emu_control.deviceHeap + *given_out();
  if (address < __emu_control.deviceHeap || address >= end || address % 16 != 0) return 0;
  for (u32 at = __emu_control.deviceHeap + HEADER_BYTES; at < end;) {
    block_header *header = (block_header *)at;
    if (at + HEADER_BYTES == address) return header;
    if (at >= address) return 0;
    at += HEADER_BYTES + header->room;
  }
  return 0;
}

NOINLINE void __emu_free(int site, void *pointer) {
  settle();
  if (!pointer) return;
  block_header *header = is_far(pointer) ? 0 : block_at((u32)pointer);
  if (!header || header->status != BLOCK_LIVE) {
    report_access(DOUBLE_FREE, header ? NO_DETAIL : NOT_ALLOCATED, (u32)site, WRITE, header ? header->bytes : 0,
                  (uptr)pointer);
    return;
  }
  header->status = BLOCK_FREED;
  __builtin_memset(state_of((u32)pointer, GLOBAL), FREED, header->bytes);
}
