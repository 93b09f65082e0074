// Runs the blocks of a launch in order, a slice at a time. A kernel that never waits runs as a plain loop over its threads; the threads
// of others take turns in thread order, each until it waits or ends. A launch that is reversed begins with the last block and the last thread; it counts nothing.
#include "state.h"

// A new epoch for the running block. Stamps of different epochs tell what happened between two accesses.
static void next_epoch(void) {
  if (++now.epoch == EPOCHS - 1) renumber();
  blockOfEpoch[now.epoch] = now.blockNumber;
}

static void new_interval(void) {
  settle_unset();
  next_epoch();
  now.interval = now.epoch << EPOCH_SHIFT;
}

static u16 threadIndex[MAX_THREADS][4];
static void number_threads(void) {
  u32 x = __emu_control.blockX, y = __emu_control.blockY;
  for (u32 t = 0; t < now.threads; t++) {
    threadIndex[t][0] = (u16)(t % x);
    threadIndex[t][1] = (u16)(t / x % y);
    threadIndex[t][2] = (u16)(t / x / y);
  }
}

static void enter_thread(u32 thread) {
  now.thread = thread;
  now.current = now.epoch << EPOCH_SHIFT | thread << 2;
  for (u32 axis = 0; axis < 3; axis++) __emu_ids[axis] = threadIndex[thread][axis];
  fast_stamps *fast = stamps();
  fast->current = now.current;
  fast->interval = shared_floor(thread);
  fast->saturated = now.warpSynced || splitEver ? 0xffffffffu : now.interval;
  if (__emu_control.counting) counters_enter_thread();
}

static void take_step(void) {
  if (--__emu_steps == 0) __emu_exhausted(NO_SITE);
}

static u32 plainTurn; // of the thread that runs
static void run_plain_block(u32 turn) {
  u32 own = stack_pointer();
  now.stackLow = (u32)stacks + STACK_GUARD;
  __emu_stack_low = now.stackLow + 256;
  now.stackHigh = (u32)stacks + STACK_GUARD + STACK_BYTES;
  for (; turn < now.threads; turn++) {
    u32 t = turn_of(turn, now.threads, REVERSED_THREADS);
    plainTurn = turn;
    enter_thread(t);
    take_step();
    set_stack_pointer(now.stackHigh);
    __emu_call(__emu_control.kernel, arguments);
    set_stack_pointer(own);
    settle();
    if (t % 32 == 31) counters_warp_converged(t / 32);
  }
}

// A block finds nothing of the one before it: what it reads unwritten is always the same.
static void clear_shared(void) {
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++) {
    __builtin_memset(&__emu_shared_state[sharedRanges[i].offset], ADDRESSABLE, sharedRanges[i].bytes);
    __builtin_memset(&__emu_shared[sharedRanges[i].offset], 0xff, sharedRanges[i].bytes);
  }
}

static u32 mainStack;

// Slots that the tracked ranges use.
static u32 store_slots(void) {
  u32 slots = 0;
  for (u32 i = 0; i < __emu_control.trackedCount; i++)
    if (slots <= trackedRanges[i].slot) slots = trackedRanges[i].slot + 1;
  return slots;
}

static void begin_launch(void) {
  control *c = &__emu_control;
  c->stop = c->sharedLoads = c->printBytes = c->printLost = 0;
  c->unchecked = c->countersLost = c->storedTo = c->ordering = c->logLost = 0;
  __emu_shared_was_read = 0;
  c->lastLoop = __emu_last_loop = NO_SITE;
  faults_clear();
  unsetCount = 0;
  __builtin_memset(unsetOf, 0, sizeof unsetOf);
  for (u32 slot = 0, slots = store_slots(); slot < slots; slot++) {
    storers[slot] = (storer_count){0, 0};
    for (u32 i = 0; i < c->siteCount && i < MAX_SITES; i++) siteStoresTable[slot][i] = 0;
  }
  __builtin_memset(__emu_shared_state, 0, SHARED_BYTES);
  now.threads = c->blockX * c->blockY * c->blockZ;
  number_threads();
  clusters_begin();
  grid_begin(c->firstBlock);
  // What other grids since the host's launch have done may race with a grid that a kernel has launched.
  if (!c->byKernel) {
    forget_expanded();
    recycle_cells();
    catch_up();
  }
  next_epoch();
  now.firstEpoch = now.epoch;
  now.droppedEpochs = 0;
  now.launch = now.epoch << EPOCH_SHIFT;
  if (!c->byKernel) treeFloor = now.launch;
  now.grid = treeFloor;
  now.generation = stampGeneration;
  __emu_ids[6] = c->blockX, __emu_ids[7] = c->blockY, __emu_ids[8] = c->blockZ;
  __emu_ids[9] = c->gridX, __emu_ids[10] = c->gridY, __emu_ids[11] = c->gridZ;
  __emu_steps = now.budget = (u64)c->stepsHigh << 32 | c->stepsLow;
  pending.active = 0;
  async = RUNNING;
  // What another block of the cluster stores can race with any load.
  *stamps() = (fast_stamps){0, now.grid, 0, 0, clusterBlocks == 1 ? SHARED_BYTES : 0};
  if (c->counting) __emu_fast = (fast_stamps){0xffffffffu, 0, 0, 0xffffffffu, 0};
  counters_begin();
  influence_begin();
  trace_begin();
  if (!c->byKernel) order_begin_launch();
  forget_blocks();
  launches_begin();
}

static void end_block(void) {
  settle_unset();
  for (u32 slot = 0, slots = store_slots(); slot < slots; slot++) {
    u32 stored = 0;
    for (u32 t = 0; t < now.threads; t++)
      if (stored_nothing(t)) now.storing[slot][t / 32] &= ~(1u << t % 32);
    for (u32 i = 0; i < (now.threads + 31) / 32; i++) {
      stored += (u32)__builtin_popcount(now.storing[slot][i]);
      now.storing[slot][i] = 0;
    }
    storers[slot].threads += stored;
    storers[slot].blocks += stored != 0;
  }
  counters_block_converged();
  counters_end_block();
  work_end_block();
  forget_shared(1);
}

static void end_launch(void) {
  control *c = &__emu_control;
  influence_end();
  c->stepsLow = (u32)__emu_steps;
  c->stepsHigh = (u32)(__emu_steps >> 32);
  c->poolUsed = poolUsed;
  c->crowding = shapeCount > wideCount ? shapeCount : wideCount;
  c->epoch = now.epoch;
  c->generation = stampGeneration;
  c->epochs = now.droppedEpochs + now.epoch - now.firstEpoch;
  c->sharedLoads |= __emu_shared_was_read;
  for (u32 i = 0; i < c->sharedRangeCount && !c->sharedLoads; i++) {
    u32 first = sharedRanges[i].offset / 4, last = (sharedRanges[i].offset + sharedRanges[i].bytes + 3) / 4;
    for (u32 w = first; w < last && !c->sharedLoads; w++) c->sharedLoads = __emu_shared_cells[w].reader >= now.launch;
  }
}

static void begin_block(u32 number) {
  enter_block(block_of_turn(number));
  new_interval();
  now.block = now.interval;
  now.partly = 0;
  order_begin_block();
  if (__emu_control.tookOver) order_inherit(__emu_control.tookOver);
  enter_own_cluster();
  if (clusterBlocks == 1) clear_shared();
  influence_begin_block();
}

// Runs the threads of a block that never wait, from this one on.
static void finish_plain_block(u32 turn) {
  run_plain_block(turn);
  if (clusterBlocks > 1) block_leaves();
  end_block();
}

// Runs a launch that has begun until as many more of its blocks have ended as the control says.
void __emu_continue(void) {
  u32 blocks = __emu_control.sliceBlocks;
  mainStack = stack_pointer();
  if (__emu_control.suspends) run_waiting_blocks(blocks);
  else
    for (; blocks; blocks--) {
      begin_block(grid.started++);
      finish_plain_block(0);
    }
  end_launch();
}

// Begins the launch that the control describes and runs its first blocks. A trap ends it early; `stop` then says why,
// if it was on purpose.
void __emu_run(void) {
  begin_launch();
  stackBytes = STACK_BYTES / now.threads & ~15u;
  if (stackBytes > 1048576) stackBytes = 1048576;
  __emu_continue();
}

static NOINLINE void finish_aborted(void) {
  control *c = &__emu_control;
  settle();
  // The save area of a thread that waits many calls deep did not suffice.
  if (!c->stop && async == UNWINDING) {
    report(STACK_OVERFLOW, NO_DETAIL, coroutines[now.thread].site, NO_SITE);
    c->stop = STOP_STACK_OVERFLOW;
  }
  c->lastLoop = __emu_last_loop;
  end_block();
  end_launch();
}

// After a trap, whatever its reason: what is worth knowing, and a stack to work on.
void __emu_abort(void) {
  set_stack_pointer(mainStack);
  finish_aborted();
}

// Runs what is left of a launch after a thread has failed an assertion. On a GPU the others go on as well.
void __emu_outlast(void) {
  set_stack_pointer(mainStack);
  __emu_control.outlasts = 0;
  if (__emu_control.suspends) {
    coroutines[now.thread].status = DONE;
    now.alive--;
    run_waiting_blocks(grid.blocks - grid.ended);
  } else {
    finish_plain_block(plainTurn + 1);
    while (grid.started < grid.blocks) {
      begin_block(grid.started++);
      finish_plain_block(0);
    }
  }
  end_launch();
}

// A fault that only the device can see, such as the engine's own stack overflow.
void __emu_report(u32 rule, u32 detail, u32 site) {
  report(rule, detail, site, NO_SITE);
}
