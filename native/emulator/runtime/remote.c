// Shared memory of other blocks of the cluster. One block runs at a time, at __emu_shared; the shared memory of the
// others is in a region of its own, with its states and cells. map_shared_rank answers addresses there, from which the
// hooks send every access to the slow path.
#include "state.h"

// Copies the shared memory of the running block, and what is known of it, from its place in the region or back.
static void move_shared(int out) {
  u8 *data = CLUSTER_SHARED + now.rank * SHARED_BYTES, *state = CLUSTER_STATE + now.rank * SHARED_BYTES;
  cell *cells = CLUSTER_CELLS + now.rank * (SHARED_BYTES / 4);
  u16 *shapes = CLUSTER_SHAPES + now.rank * (SHARED_BYTES / 4);
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++) {
    u32 offset = sharedRanges[i].offset, bytes = (sharedRanges[i].bytes + 3) & ~3u, word = offset / 4;
    struct {
      void *own, *kept;
      u32 bytes;
    } parts[] = {{&__emu_shared[offset], data + offset, bytes},
                 {&__emu_shared_state[offset], state + offset, bytes},
                 {&__emu_shared_cells[word], cells + word, bytes / 4 * (u32)sizeof(cell)},
                 {&__emu_shared_shapes[word], shapes + word, bytes / 4 * (u32)sizeof(u16)}};
    for (u32 p = 0; p < 4; p++)
      if (out) __builtin_memcpy(parts[p].kept, parts[p].own, parts[p].bytes);
      else __builtin_memcpy(parts[p].own, parts[p].kept, parts[p].bytes);
  }
  sharedExpanded = 1;
}

// All words of the region are whole again, without records.
static void forget_remote(void) {
  u16 *shapes = CLUSTER_SHAPES;
  for (u32 rank = 0; rank < clusterBlocks; rank++, shapes += SHARED_BYTES / 4)
    for (u32 i = 0; i < __emu_control.sharedRangeCount; i++) {
      u32 first = sharedRanges[i].offset / 4, last = (sharedRanges[i].offset + sharedRanges[i].bytes + 3) / 4;
      for (u32 w = first; w < last; w++) {
        if (shapes[w] & WIDE) give_wide(shapes[w]);
        shapes[w] = 0;
        CLUSTER_CELLS[rank * (SHARED_BYTES / 4) + w] = (cell){.stamps = {0, 0, 0, 0}};
        for (u32 b = 0; b < 4; b++) CLUSTER_STATE[rank * SHARED_BYTES + 4 * w + b] &= (u8)~BYTEWISE;
      }
    }
}

// The shared memory of a cluster that begins.
static void clear_remote(void) {
  forget_remote();
  for (u32 rank = 0; rank < clusterBlocks; rank++)
    for (u32 i = 0; i < __emu_control.sharedRangeCount; i++) {
      u32 at = rank * SHARED_BYTES + sharedRanges[i].offset;
      __builtin_memset(CLUSTER_STATE + at, ADDRESSABLE, sharedRanges[i].bytes);
      __builtin_memset(CLUSTER_SHARED + at, 0xff, sharedRanges[i].bytes);
    }
}

static u32 dirtyBlocks; // whose part of the region an earlier launch has used

static void begin_remote(void) {
  __builtin_memset(CLUSTER_STATE, 0, dirtyBlocks * SHARED_BYTES);
  __builtin_memset(CLUSTER_SHAPES, 0, dirtyBlocks * (SHARED_BYTES / 4) * sizeof(u16));
  dirtyBlocks = clusterBlocks > 1 ? clusterBlocks : 0;
}

INLINE u32 rank_at(u32 address) { return (address - CLUSTER_SHARED_ADDRESS) / SHARED_BYTES; }
INLINE int is_remote(u32 address, u32 bytes) {
  return clusterBlocks > 1 && within(address, bytes, CLUSTER_SHARED_ADDRESS, CLUSTER_SHARED_BYTES);
}

// The running block's own shared memory has another address here than where the other blocks find it.
INLINE u32 own_address(u32 address) {
  if (LIKELY(address - CLUSTER_SHARED_ADDRESS >= CLUSTER_SHARED_BYTES) || rank_at(address) != now.rank) return address;
  return (u32)__emu_shared + (address - CLUSTER_SHARED_ADDRESS) % SHARED_BYTES;
}

static void report_lifetime(u32 detail, u32 rank, const remote *a) {
  fault *row = report(SHARED_RACE, detail, a->site, NO_SITE);
  if (!row) return;
  row->access = row->otherAccess = a->type;
  row->bytes = a->bytes;
  row->address = a->address;
  row->arrived = rank;
  row->alive = clusterBlocks;
  row->otherBlock = block_of_rank(rank);
}

// Before an access to the shared memory of another block: does the block exist then, in every order? Answers 0 if it
// has ended.
static int block_exists(u32 address, u32 bytes, u32 type, u32 site) {
  u32 rank = rank_at(address), thread = now.thread;
  if (rank >= clusterBlocks) return 1;
  remote a = {now.current, site, type, bytes, address};
  if (cluster.ended >> rank & 1) {
    report_lifetime(BLOCK_ENDED, rank, &a);
    return 0;
  }
  int has_waited = cluster.waited[now.rank] || now.grid > now.launch;
  if (!has_waited && !order.tookOver[thread] && !order.blockTookOver)
    report_lifetime(BLOCK_NOT_STARTED, rank, &a);
  cluster.accesses[rank][now.rank][arrivals[now.rank][thread] > waits[now.rank][thread] ? AFTER_ARRIVAL : BEFORE_ARRIVAL] = a;
  return 1;
}

// The running block ends. What other blocks did to its shared memory must come before, in every order.
static void block_leaves(void) {
  u32 phase = cluster.waited[now.rank] % PHASES, own = now.thread, block = now.blockNumber, ended = now.rank;
  cluster.ended |= 1u << ended;
  if (order.used) order_barrier();
  for (u32 rank = 0; rank < clusterBlocks; rank++)
    for (u32 moment = 0; moment < MOMENTS; moment++) {
      const remote *a = &cluster.accesses[ended][rank][moment];
      u32 thread = thread_of(a->stamp);
      if (a->stamp < larger(cluster.floors[phase], now.grid) || a->stamp < limits[phase][rank][thread]) continue;
      if (handed_over(a->stamp, IN_DEVICE)) continue;
      now.thread = thread;
      now.blockNumber = block_of_rank(rank);
      report_lifetime(BLOCK_ENDED, ended, a);
      now.thread = own;
      now.blockNumber = block;
    }
}

// map_shared_rank: where another block of the cluster has what the pointer leads to in this block.
NOINLINE void *__emu_cluster_map(int site, const void *pointer, u32 rank) {
  u32 address = own_address((u32)pointer);
  int isRemote = is_remote(address, 1);
  int isShared = !is_far(pointer) && (isRemote || within(address, 1, (u32)__emu_shared, SHARED_BYTES));
  if (!isShared || rank >= clusterBlocks) {
    settle();
    fault *row = report(SHARED_OUT_OF_BOUNDS, isShared ? NO_SUCH_BLOCK : NOT_SHARED, (u32)site, NO_SITE);
    if (row) row->address = (uptr)pointer, row->arrived = rank, row->alive = clusterBlocks;
    return (void *)pointer;
  }
  u32 offset = isRemote ? (address - CLUSTER_SHARED_ADDRESS) % SHARED_BYTES : address - (u32)__emu_shared;
  return rank == now.rank ? &__emu_shared[offset] : CLUSTER_SHARED + rank * SHARED_BYTES + offset;
}

// query_shared_rank: whose shared memory it is.
NOINLINE u32 __emu_cluster_rank(const void *pointer) {
  u32 address = (u32)pointer;
  return !is_far(pointer) && is_remote(address, 1) ? rank_at(address) : now.rank;
}
