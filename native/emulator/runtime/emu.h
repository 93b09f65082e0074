// What the hooks (inlined into student kernels), the runtime and the layouts share.
#pragma once

#include "abi.h"

#define ALIGNED(n) __attribute__((aligned(n)))
#define NOINLINE __attribute__((noinline))
#define INLINE static inline __attribute__((always_inline))
#define LIKELY(x) __builtin_expect(!!(x), 1)

// A program's pointer as a number. Memory has 32-bit addresses, and what is known of it is u32.
typedef __UINTPTR_TYPE__ uptr;
// True for an address that no memory has, because its high half is not zero.
INLINE int is_far(const void *pointer) { return (u64)(uptr)pointer >> 32 != 0; }

__asm__(".globaltype __stack_pointer, i64\n");
INLINE u32 stack_pointer(void) {
  uptr value;
  __asm__ volatile("global.get __stack_pointer\nlocal.set %0" : "=r"(value));
  return (u32)value;
}

// The fast paths accept only memory of which every byte has exactly these states.
#define EVERY_BYTE 0x01010101u
#define READ_ONLY_STATE (ADDRESSABLE | INITIALISED | READ_ONLY)
// While counters are on, READ_ONLY would keep loads from being counted: live memory that is FREED says the same there.
#define COUNTED_READ_ONLY_STATE (ADDRESSABLE | INITIALISED | FREED)
INLINE int is_freed(u8 state) { return (state & (ADDRESSABLE | FREED)) == FREED; }
#define READ_MASK (ADDRESSABLE | INITIALISED | BYTEWISE | PENDING)
#define READ_STATE (ADDRESSABLE | INITIALISED)
#define WRITE_MASK (ADDRESSABLE | FREED | BYTEWISE | PENDING | READ_ONLY)
#define WRITE_STATE ADDRESSABLE

// Who touched a word last. A stamp is epoch << 12 | thread in the block << 2 | flags; the epoch advances at each
// block, barrier and __syncwarp, so that comparing stamps tells what lies between two accesses. Where a flag is set, or
// the word is BYTEWISE, a cell holds four stamps, and a shape beside it says whose they are (cells.c).
#define EPOCH_SHIFT 12
_Static_assert(EPOCHS == 1u << (32 - EPOCH_SHIFT), "a stamp has other bits for its epoch");
#define SEVERAL 1u // a second thread did the same in the same interval
#define FOREIGN 2u // so did another block of this launch
#define STAMP_FLAGS 3u
// In the info word, beside the site: the access was atomic, or went through `volatile`. DATA: through `volatile`, but on
// its value no thread decides what to do, so it is no flag; UPDATE: such a store, or an atomic function that stores;
// NARROW: atomic for the threads of its own block alone.
#define ATOMIC 0x80000000u
#define VOLATILE 0x40000000u
#define DATA 0x20000000u
#define UPDATE 0x10000000u
#define NARROW 0x08000000u
#define SITE_OF(info) ((info) & 0xffffffu)
typedef union {
  struct {
    u32 writer, reader, writerInfo, readerInfo;
  };
  u32 stamps[4];
} ALIGNED(16) cell;

// Stamps as the fast paths compare them. While counters are on no comparison in a kernel succeeds: every access goes
// to __emu_slow, which compares with stamps of its own and counts.
typedef struct {
  u32 current;   // stamp of the running thread
  u32 launch;    // first stamp of this launch: what is older is ordered before every access to global memory
  u32 interval;  // first stamp since the last barrier: likewise for shared memory
  u32 saturated; // a word with SEVERAL and at least this stamp needs no further readers
  u32 unrecorded; // bytes of shared memory that may be read without a record: all or, while counters are on, none
} fast_stamps;

#define __emu_state ((u8 *)STATE_ADDRESS)
#define __emu_heap ((u8 *)HEAP_ADDRESS)
#define __emu_heap_end ((u8 *)MARGIN_ADDRESS)
#define __emu_pool ((u8 *)POOL_ADDRESS)
#define __emu_pool_bytes POOL_BYTES
#define __emu_cells ((cell *)CELLS_ADDRESS)
#define __emu_shapes ((u16 *)SHAPES_ADDRESS)
// Number of the cell of a word of global memory, and of its shape: the word's own number or, where cells are made on
// demand, what the table says of its page of memory. Entry 0 is of pages that have none yet: that page of cells is
// NOBODY's, which sends every access to the slow path.
#define PAGE_CELLS 1024u
#ifdef CELLS_MIB
#define CELLS_ON_DEMAND 1
#define __emu_cell_pages ((u32 *)CELL_PAGES_ADDRESS)
#define CELL_OF(word) (__emu_cell_pages[(word) / PAGE_CELLS] + (word) % PAGE_CELLS)
#else
#define CELLS_ON_DEMAND 0
#define CELL_OF(word) (word)
#endif
#define GLOBAL_CELL(word) (&__emu_cells[CELL_OF(word)])
#define SHARED_CELL(word) (&__emu_shared_cells[word])
#define NOBODY 0xfffffffeu // a stamp later than all others, and no thread's
extern u8 __emu_shared[];
#define PAGES (1u << 20) // of 4 KiB
#define __emu_shared_state ((u8 *)SHARED_STATE_ADDRESS)
#define __emu_shared_cells ((cell *)SHARED_CELLS_ADDRESS)
#define __emu_shared_shapes ((u16 *)SHARED_SHAPES_ADDRESS)
extern fast_stamps __emu_fast;
extern u64 __emu_steps;      // what is left of the budget
extern u32 __emu_last_loop;  // site, to blame where the machine's own stack ends first
extern u32 __emu_stack_low;  // the running thread's stack may not grow below this
extern u32 __emu_ids[24];
extern u32 __emu_shared_was_read; // by a load that is not put on record

enum { READ = ACCESS_READ, WRITE = ACCESS_WRITE, RMW = ACCESS_ATOMIC };
// `how` of the slow path
#define HOW(type, bytes) ((u32)(bytes) | (u32)(type) << HOW_TYPE_SHIFT)
#define HOW_SPECIAL (HOW_VOLATILE | HOW_POLL | HOW_DATA | HOW_NARROW | HOW_LOCK | HOW_BLIND)

void *__emu_slow(void *pointer, u32 site, u32 how);
void *__emu_slow_local(void *pointer, u32 bytes, u32 site);
void __emu_join_readers(u32 address, u32 site, u32 how);
int __emu_small(u32 address, u32 site, u32 how, const fast_stamps *stamps);
void __emu_stored_output(u32 site, u32 address);
void __emu_exhausted(u32 site);
void __emu_undefined_result(u32 site, u32 detail, u32 value);
