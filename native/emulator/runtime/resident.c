// Blocks that wait while others run. A GPU holds many blocks at a time; here one has the threads' stacks and the shared
// memory, and the others lie in a queue, each in a chain of pieces of the pool: what its threads have in their frames,
// shared memory with its states and cells, and where execution stands.
#include "state.h"

typedef struct piece {
  struct piece *next;
  u8 bytes[PIECE_BYTES - sizeof(struct piece *)];
} piece;
_Static_assert(sizeof(piece) == PIECE_BYTES && __builtin_offsetof(piece, bytes) == PIECE_LINK_BYTES, "pieces are as the device reads them");

#define MAX_RESIDENT 4224u // 32 blocks on each of 132 multiprocessors
static struct {
  piece *first;
  int atGrid; // all its threads wait at the grid's barrier
} resident[MAX_RESIDENT];
static u32 residentFirst, residentCount;
static piece *freePieces;

static piece *take_piece(void) {
  piece *p = freePieces;
  if (p) freePieces = p->next;
  else if (__emu_pool_bytes - arenaUsed - poolUsed > __emu_pool_bytes / 4) {
    p = (piece *)&__emu_pool[poolUsed];
    poolUsed += PIECE_BYTES;
  }
  if (p) p->next = 0;
  return p;
}

static void give_pieces(piece *p) {
  while (p) {
    piece *next = p->next;
    p->next = freePieces;
    freePieces = p;
    p = next;
  }
}

static struct {
  piece *first, *at;
  u32 used;
  int failed;
} transit;

static void transfer(void *data, u32 bytes, int out) {
  for (u8 *from = data; bytes && !transit.failed;) {
    if (transit.used == sizeof transit.at->bytes) {
      piece *next = out ? take_piece() : transit.at->next;
      if (!next) transit.failed = 1;
      if (transit.failed) return;
      transit.at->next = next;
      transit.at = next;
      transit.used = 0;
    }
    u32 part = sizeof transit.at->bytes - transit.used;
    if (part > bytes) part = bytes;
    if (out) __builtin_memcpy(&transit.at->bytes[transit.used], from, part);
    else __builtin_memcpy(from, &transit.at->bytes[transit.used], part);
    transit.used += part, from += part, bytes -= part;
  }
}

static void transfer_shared(u32 offset, u32 bytes, int out) {
  transfer(&__emu_shared[offset], bytes, out);
  transfer(&__emu_shared_state[offset], bytes, out);
  transfer(&__emu_shared_cells[offset / 4], bytes / 4 * sizeof(cell), out);
  transfer(&__emu_shared_shapes[offset / 4], bytes / 4 * sizeof(u16), out);
}

// Everything of the running block that the next one would overwrite.
static void transfer_block(int out) {
  u32 threads = now.threads;
  transfer(&now, sizeof now, out);
  if (now.partly) transfer(meetings, threads * sizeof *meetings, out);
  transfer(&__emu_ids[3], 3 * sizeof(u32), out);
  transfer(&__emu_ids[12], 12 * sizeof(u32), out);
  transfer(&order, __builtin_offsetof(typeof(order), fences), out);
  transfer(coroutines, threads * sizeof(coroutine), out);
  if (__emu_control.counting) transfer(works, threads * sizeof *works, out);
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++) {
    u32 offset = sharedRanges[i].offset, bytes = (sharedRanges[i].bytes + 3) & ~3u;
    if (clusterBlocks == 1) transfer_shared(offset, bytes, out);
    if (owners) transfer(&owners[offset], bytes * sizeof *owners, out);
  }
  for (u32 t = 0; t < threads; t++) {
    coroutine *c = &coroutines[t];
    if (c->status == DONE) continue;
    u32 low = stack_low(t), high = low + stackBytes;
    transfer((void *)low, c->saved - low, out);
    if (__emu_control.suspends == SUSPENDS_ASYNCIFY) transfer((void *)c->stack, high - c->stack, out);
  }
}

// Puts the running block at the end of the queue. Answers whether there was memory for it.
static int keep_block(int atGrid) {
  if (residentCount == MAX_RESIDENT) return 0;
  settle_unset();
  __emu_control.ordering |= BLOCKS_WAIT;
  piece *first = take_piece();
  if (!first) return 0;
  transit = (typeof(transit)){first, first, 0, 0};
  counters_block_converged();
  counters_end_block();
  transfer_block(1);
  if (transit.failed) {
    give_pieces(first);
    return 0;
  }
  if (__emu_control.counting) __builtin_memset(works, 0, now.threads * sizeof *works);
  if (clusterBlocks > 1) move_shared(1);
  forget_shared(0);
  u32 at = (residentFirst + residentCount++) % MAX_RESIDENT;
  resident[at].first = first;
  resident[at].atGrid = atGrid;
  return 1;
}

static void enter_own_cluster(void);

// The block at the front of the queue runs again.
static void continue_block(void) {
  piece *first = resident[residentFirst].first;
  residentFirst = (residentFirst + 1) % MAX_RESIDENT;
  residentCount--;
  transit = (typeof(transit)){first, first, 0, 0};
  typeof(now) then = now;
  transfer_block(0);
  sharedExpanded = 1;
  give_pieces(first);
  now.epoch = then.epoch;
  now.launch = then.launch;
  now.grid = then.grid;
  now.polled = then.polled;
  now.droppedEpochs = then.droppedEpochs;
  now.warpSynced |= then.warpSynced;
  next_epoch(); // the one that was running belongs to another block
  enter_own_cluster();
  if (now.generation == stampGeneration) return;
  // Its stamps have lost their meaning.
  now.generation = stampGeneration;
  order_begin_block();
  for (u32 w = 0; w < MAX_WARPS; w++) now.warpStart[w] = 0;
  now.partly = 0;
  forget_shared(1);
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++)
    __builtin_memset(&__emu_shared_cells[sharedRanges[i].offset / 4], 0, (sharedRanges[i].bytes + 3) / 4 * sizeof(cell));
  now.block = now.interval = now.epoch << EPOCH_SHIFT;
}

static void forget_blocks(void) {
  for (; residentCount; residentCount--) {
    give_pieces(resident[residentFirst].first);
    residentFirst = (residentFirst + 1) % MAX_RESIDENT;
  }
  gridBarriers = 0;
}

static u64 sum_of(u32 address, u32 bytes, u64 sum) {
  for (u32 i = 0; i < bytes; i++) sum = (sum ^ ((u8 *)address)[i]) * 0x9e3779b97f4a7c15u;
  return sum;
}

// Over everything that blocks share: where it is the same later, nobody has changed anything.
static u64 checksum(void) {
  u64 sum = 1;
  for (u32 at = 0; at < heap_bytes(); at += 256) // buffers begin at multiples of 256
    if (__emu_state[at] & ADDRESSABLE) sum = sum_of((u32)__emu_heap + at, 256, sum);
  for (u32 v = 0; v < __emu_control.variableCount; v++) sum = sum_of(variables[v].address, variables[v].bytes, sum);
  return sum;
}
