// Blocks whose threads wait for other blocks: they start in order, and one that can do nothing but wait makes room for
// the next one, or for the one that has waited longest.
#include "state.h"

static struct {
  u32 blocks, started, ended; // of the launch; those that ran in another instance count as started and ended
  u32 running;                // some block is neither in the queue nor at its end
  u32 futile, summed;         // turns in vain since somebody got further; `seen` is set
  u64 seen;
} grid;

// A thread that waits for host code, which cannot run while a kernel does.
static struct {
  u32 known;                     // since some thread got further
  u32 thread, block, site, flag; // the thread, the place and the address that it waits for
  u32 turns;                     // in which the blocks did nothing but wait for host code
  u64 stepsBefore;               // that were left when these turns began
} hostWait;

// Blocks that run or wait at the same time.
static u32 most_blocks(void) {
  u32 most = __emu_control.maxResident < MAX_RESIDENT ? __emu_control.maxResident : MAX_RESIDENT;
  return most < clusterBlocks ? clusterBlocks : most - most % clusterBlocks;
}

// The block that starts in this turn. Among blocks that can run at a time any order is one of a GPU's: a block that
// waits for an earlier one finds it there.
static u32 block_of_turn(u32 turn) {
  if (!(__emu_control.reversed & REVERSED_RESIDENT_BLOCKS)) return placed_block(turn_of(turn, grid.blocks, REVERSED_BLOCKS));
  u32 first = turn - turn % most_blocks(), left = grid.blocks - first;
  return placed_block(first + turn_of(turn - first, left < most_blocks() ? left : most_blocks(), REVERSED_BLOCKS));
}

static void grid_begin(u32 first) {
  control *c = &__emu_control;
  u64 all = (u64)c->gridX * c->gridY * c->gridZ;
  grid = (typeof(grid)){.blocks = all < 0xffffffffu ? (u32)all : 0xffffffffu, .started = first, .ended = first};
  hostWait = (typeof(hostWait)){0};
  enter_block(first);
}

// Does the thread spin on memory that host code can change, and that no kernel has stored to?
static int waits_for_host(const coroutine *c) {
  u32 flag = c->lane;
  if (c->status != SPINNING || c->mode || !within(flag, 1, (u32)__emu_heap, heap_bytes())) return 0;
  if (*state_of(flag, GLOBAL) & WRITTEN) return 0;
  for (u32 i = 0; i < __emu_control.hostRangeCount; i++) {
    const host_range *range = &hostRangesTable[i];
    if (flag - range->shift - range->first < range->bytes) return 1;
  }
  return 0;
}

// Nobody can go on any more. The thread that is named spins, or stands at the grid's barrier.
static __attribute__((noreturn)) void deadlock(u32 status, u32 detail, u32 blocks) {
  coroutine *c = coroutines;
  while (c->status != status) c++;
  now.thread = (u32)(c - coroutines);
  u32 site = c->site, flag = c->value, block = now.blockNumber;
  // If host code can let one thread go on, this thread can let the others go on.
  if (status == SPINNING && hostWait.known) {
    detail = HOST_FLAG;
    now.thread = hostWait.thread, now.blockNumber = hostWait.block;
    site = hostWait.site, flag = hostWait.flag;
  }
  fault *row = report(status == SPINNING ? TIMEOUT : BARRIER_DIVERGENCE, detail, site, NO_SITE);
  now.blockNumber = block;
  if (row) {
    row->access = status == SPINNING ? READ : ACCESS_BARRIER;
    row->address = status == SPINNING ? flag : 0;
    row->bytes = 4;
    row->arrived = residentCount + 1;
    row->alive = blocks;
  }
  stop(STOP_TIMEOUT);
}

// Steps after which threads that only wait for host code wait in vain, even if they do something in their loops.
#define HOST_STEPS 0x400000u
// The block waits. Ends the launch if the blocks have done nothing but wait for host code for long.
static void note_host_waits(void) {
  u32 spinning = 0, forHost = 0;
  for (u32 t = 0; t < now.threads; t++) {
    const coroutine *c = &coroutines[t];
    spinning += c->status == SPINNING;
    if (!waits_for_host(c)) continue;
    if (!forHost++) {
      hostWait.known = 1;
      hostWait.thread = t, hostWait.block = now.blockNumber, hostWait.site = c->site, hostWait.flag = c->lane;
    }
  }
  if (forHost < spinning) hostWait.turns = 0;
  else if (!hostWait.turns++) hostWait.stepsBefore = __emu_steps;
  else if (hostWait.turns > 4 * (residentCount + 1) && hostWait.stepsBefore - __emu_steps >= HOST_STEPS)
    deadlock(SPINNING, HOST_FLAG, grid.blocks);
}

static void somebody_got_further(void) { grid.futile = grid.summed = hostWait.known = 0; }

// Does some thread of the block spin in a loop that could end without the others?
static int ends_alone(void) {
  for (u32 t = 0; t < now.threads; t++)
    if (coroutines[t].status == SPINNING && coroutines[t].mode) return 1;
  return 0;
}

// Has the block stored something new to its shared memory since it last waited?
static int shared_changed(void) {
  u64 sum = 1;
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++)
    sum = sum_of((u32)&__emu_shared[sharedRanges[i].offset], sharedRanges[i].bytes, sum);
  int changed = sum != now.sharedSum;
  now.sharedSum = sum;
  return changed;
}

static void start_block(u32 number) {
  begin_block(number);
  now.alive = now.threads;
  for (u32 t = 0; t < now.threads; t++) coroutines[t].status = READY, coroutines[t].started = 0;
}

// All blocks stand at the grid's barrier, and all of them may go on.
static void pass_grid_barrier(void) {
  gridBarriers++;
  for (u32 i = 0; i < residentCount; i++) resident[(residentFirst + i) % MAX_RESIDENT].atGrid = 0;
  next_epoch();
  now.grid = now.epoch << EPOCH_SHIFT;
  stamps()->launch = now.grid;
}

// How many blocks at the front of the queue stand at the grid's barrier: they need no turn.
static u32 blocks_at_grid(void) {
  u32 count = 0;
  while (count < residentCount && resident[(residentFirst + count) % MAX_RESIDENT].atGrid) count++;
  return count;
}

// In a reversed launch, the block that waits for the shortest time has its turn first: it probably waits for the one
// that has just ended. The one that has waited in vain is the last one then.
static int latest_first(void) { return __emu_control.reversed & REVERSED_RESIDENT_BLOCKS && !__emu_control.cooperative; }

static void last_becomes_first(void) {
  residentFirst = (residentFirst + MAX_RESIDENT - 1) % MAX_RESIDENT;
  resident[residentFirst] = resident[(residentFirst + residentCount) % MAX_RESIDENT];
}

static void continue_after(u32 skipped) {
  if (latest_first()) last_becomes_first();
  for (; skipped; skipped--) {
    resident[(residentFirst + residentCount) % MAX_RESIDENT] = resident[residentFirst];
    residentFirst = (residentFirst + 1) % MAX_RESIDENT;
  }
  continue_block();
}

// How often each block may wait in vain before memory is looked at for changes.
#define FUTILE_ROUNDS 16u

// Makes a block run: one that has waited, as long as all that wait have not had their turn, else the next one.
static void choose_block(void) {
  u32 skipped = blocks_at_grid();
  if (skipped < residentCount) continue_after(skipped);
  else if (grid.started < grid.blocks) start_block(grid.started++);
  else continue_block();
  grid.running = 1;
}

// Can one more block start while those that wait stay? All blocks of a cluster run at the same time.
static int has_place(void) {
  if (grid.started >= grid.blocks) return 0;
  return grid.started % clusterBlocks != 0 || residentCount + clusterBlocks < most_blocks();
}

// A block waits at the barrier of its cluster and did not get further.
static void cluster_waits(int progress) {
  if (progress) grid.futile = grid.summed = 0;
  else if (++grid.futile >= 4 * FUTILE_ROUNDS * (residentCount + 1)) deadlock(AT_CLUSTER, CLUSTER_STUCK, grid.blocks);
}

static void run_waiting_blocks(u32 count) {
  while (count) {
    int progress = 0;
    if (!grid.running) choose_block();
    u32 how = run_waiting_block(&progress), skipped = blocks_at_grid();
    if (how == ENDED) {
      if (clusterBlocks > 1) block_leaves();
      end_block();
      grid.ended++;
      grid.running = hostWait.turns = 0;
      somebody_got_further();
      count--;
      continue;
    }
    if (how == STALLED) note_host_waits();
    int atGrid = how == AT_GRID_BARRIER, atCluster = how == AT_CLUSTER_BARRIER;
    // Other clusters help none that waits at its own barrier.
    int mayStart = has_place() && (!atCluster || grid.started % clusterBlocks != 0);
    // It may wait for one with a lower number, and GPUs start those first.
    if (how == STALLED && (__emu_control.reversed & (REVERSED_BLOCKS | REVERSED_RESIDENT_BLOCKS)) == REVERSED_BLOCKS)
      stop(STOP_TIMEOUT);
    if (atGrid && skipped == residentCount && grid.started == grid.blocks) {
      if (grid.ended) deadlock(AT_GRID, GRID_SYNC, grid.blocks);
      pass_grid_barrier();
      somebody_got_further();
      continue;
    }
    if (mayStart && keep_block(atGrid)) {
      start_block(grid.started++);
      somebody_got_further();
      continue;
    }
    if (atCluster) cluster_waits(progress);
    else if (!atGrid && (progress || shared_changed() || ends_alone())) somebody_got_further();
    else if (!atGrid && ++grid.futile >= FUTILE_ROUNDS * (residentCount + 1)) {
      u64 sum = checksum();
      if (grid.summed && sum == grid.seen)
        deadlock(SPINNING, grid.started < grid.blocks ? NOT_RESIDENT : SPIN, grid.blocks);
      grid.seen = sum;
      grid.summed = 1;
      grid.futile = 0;
    }
    if (skipped < residentCount && keep_block(atGrid)) {
      if (latest_first()) last_becomes_first();
      continue_after(skipped);
    }
    else if (atGrid) deadlock(AT_GRID, NOT_RESIDENT, grid.blocks);
    else if (atCluster && (mayStart || skipped < residentCount)) stop(STOP_NO_ROOM);
  }
}
