// Runs the blocks of a launch in order. A kernel that never waits runs as a plain loop over its threads; the threads
// of others take turns in thread order, each until it waits or ends.
#include "state.h"

// A new epoch for the running block. Stamps of different epochs tell what happened between two accesses.
static void next_epoch(void) {
  if (++now.epoch == EPOCHS - 1) renumber();
  blockOfEpoch[now.epoch] = now.blockNumber;
  published[now.epoch >> 3] &= (u8)~(1u << (now.epoch & 7));
}

static void new_interval(void) {
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
  if (__emu_control.counting) return; // every access is slow
  __emu_fast.current = now.current;
  __emu_fast.interval = now.interval;
  __emu_fast.saturated = now.warpSynced ? 0xffffffffu : now.interval;
}

static void take_step(void) {
  if (--__emu_steps == 0) __emu_exhausted(NO_SITE);
}

INLINE u32 place_of(u32 site) { return site < MAX_SITES ? placesTable[site] : site; }

static void divergence(u32 detail, const coroutine *at, u32 other, u32 otherSite, u32 arrived, u32 alive) {
  u32 running = now.thread;
  now.thread = (u32)(at - coroutines);
  fault *row = report(BARRIER_DIVERGENCE, detail, at->site, otherSite);
  now.thread = running;
  if (!row) return;
  row->access = row->otherAccess = ACCESS_BARRIER;
  row->otherThread = other;
  row->otherBlock = now.blockNumber;
  row->arrived = arrived;
  row->alive = alive;
}

// Every living thread waits. Lets some of them go on, and says so where a GPU might not have.
static void release(void) {
  u32 warps = (now.threads + 31) / 32, any = 0;
  for (u32 w = 0; w < warps; w++) any |= (u32)activemask_progress(w);
  if (any) return;
  coroutine *first = 0;
  u32 arrived = 0, alive = 0, exited = NO_SITE, elsewhere = NO_SITE, warp = NO_SITE, ones = 0;
  for (u32 t = 0; t < now.threads; t++) {
    coroutine *c = &coroutines[t];
    if (c->status == DONE) {
      if (exited == NO_SITE) exited = t;
      continue;
    }
    alive++;
    if (c->status != AT_BARRIER) {
      if (warp == NO_SITE) warp = t;
      continue;
    }
    if (!first) first = c;
    arrived++;
    ones += c->value;
    if (elsewhere == NO_SITE && place_of(c->site) != place_of(first->site)) elsewhere = t;
  }
  if (!first) {
    divergence(DEADLOCK, &coroutines[warp], warp, NO_SITE, 0, alive);
    stop(CUDA_TIMEOUT);
  }
  if (warp != NO_SITE) divergence(WARP_FUNCTION, first, warp, coroutines[warp].site, arrived, alive);
  else if (elsewhere != NO_SITE) divergence(DIFFERENT_BARRIERS, first, elsewhere, coroutines[elsewhere].site, arrived, alive);
  else if (exited != NO_SITE) divergence(EXITED, first, exited, NO_SITE, arrived, alive);
  for (u32 t = 0; t < now.threads; t++) {
    coroutine *c = &coroutines[t];
    if (c->status != AT_BARRIER) continue;
    c->result = c->mode == 0 ? ones : c->mode == 1 ? ones == arrived : ones != 0;
    c->status = READY;
  }
  new_interval();
  if (arrived == alive) counters_block_converged();
}

static void run_waiting_block(void) {
  for (u32 t = 0; t < now.threads; t++) coroutines[t].status = READY, coroutines[t].started = 0;
  u32 warps = (now.threads + 31) / 32;
  for (u32 alive = now.threads; alive;) {
    int progress = 0;
    for (u32 w = 0; w < warps; w++) {
      u32 end = (w + 1) * 32 < now.threads ? (w + 1) * 32 : now.threads;
      int waits = 0;
      for (u32 t = w * 32; t < end; t++) {
        if (coroutines[t].status == READY) {
          resume(t);
          progress = 1;
          if (coroutines[t].status == DONE) alive--;
        }
        waits |= coroutines[t].status == AT_WARP;
      }
      // A warp runs on its own as far as it can: its lanes wait for each other only.
      if (waits && warp_progress(w)) w--;
    }
    if (!progress && alive) release();
  }
}

static void run_plain_block(void) {
  u32 own = stack_pointer();
  now.stackLow = (u32)stacks + STACK_GUARD;
  __emu_stack_low = now.stackLow + 256;
  now.stackHigh = (u32)stacks + STACK_GUARD + STACK_BYTES;
  for (u32 t = 0; t < now.threads; t++) {
    enter_thread(t);
    take_step();
    set_stack_pointer(now.stackHigh);
    __emu_call(__emu_control.kernel, arguments);
    set_stack_pointer(own);
    settle();
    if (t % 32 == 31) counters_warp_converged(t / 32);
  }
}

static void clear_shared(void) {
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++)
    __builtin_memset(&__emu_shared_state[sharedRanges[i].offset], ADDRESSABLE, sharedRanges[i].bytes);
}

static u32 mainStack;

static void begin_launch(void) {
  control *c = &__emu_control;
  c->stop = c->outputThreads = c->outputBlocks = c->sharedLoads = c->printBytes = c->printLost = 0;
  c->unchecked = c->countersLost = c->storedTo = 0;
  __emu_shared_was_read = 0;
  c->lastLoop = __emu_last_loop = NO_SITE;
  faults_clear();
  for (u32 i = 0; i < c->siteCount && i < MAX_SITES; i++) siteStoresTable[i] = 0;
  __builtin_memset(__emu_shared_state, 0, SHARED_BYTES);
  now.threads = c->blockX * c->blockY * c->blockZ;
  number_threads();
  now.blockNumber = 0;
  next_epoch();
  now.launch = now.epoch << EPOCH_SHIFT;
  __emu_ids[6] = c->blockX, __emu_ids[7] = c->blockY, __emu_ids[8] = c->blockZ;
  __emu_ids[9] = c->gridX, __emu_ids[10] = c->gridY, __emu_ids[11] = c->gridZ;
  __emu_steps = (u64)c->stepsHigh << 32 | c->stepsLow;
  pending.active = 0;
  async = RUNNING;
  __emu_fast = c->counting ? (fast_stamps){0xffffffffu, 0, 0, 0xffffffffu, 0}
                              : (fast_stamps){0, now.launch, 0, 0, SHARED_BYTES};
  counters_begin();
}

static void end_block(void) {
  u32 stored = 0;
  for (u32 i = 0; i < MAX_THREADS / 32; i++) {
    stored += (u32)__builtin_popcount(now.storing[i]);
    now.storing[i] = 0;
  }
  __emu_control.outputThreads += stored;
  __emu_control.outputBlocks += stored != 0;
  counters_block_converged();
}

static void end_launch(void) {
  control *c = &__emu_control;
  c->stepsLow = (u32)__emu_steps;
  c->stepsHigh = (u32)(__emu_steps >> 32);
  c->sharedLoads |= __emu_shared_was_read;
  for (u32 i = 0; i < c->sharedRangeCount && !c->sharedLoads; i++) {
    u32 first = sharedRanges[i].offset / 4, last = (sharedRanges[i].offset + sharedRanges[i].bytes + 3) / 4;
    for (u32 w = first; w < last && !c->sharedLoads; w++) c->sharedLoads = __emu_shared_cells[w].reader >= now.launch;
  }
}

// Runs the launch that the control describes. A trap ends it early; `stop` then says why, if it was on purpose.
__attribute__((export_name("__emu_run"))) void __emu_run(void) {
  control *c = &__emu_control;
  begin_launch();
  mainStack = stack_pointer();
  stackBytes = STACK_BYTES / now.threads & ~15u;
  if (stackBytes > 1048576) stackBytes = 1048576;
  for (u32 z = 0; z < c->gridZ; z++)
    for (u32 y = 0; y < c->gridY; y++)
      for (u32 x = 0; x < c->gridX; x++) {
        __emu_ids[3] = x, __emu_ids[4] = y, __emu_ids[5] = z;
        new_interval();
        now.block = now.interval;
        now.fenced = now.acquired = 0;
        clear_shared();
        if (c->suspends) run_waiting_block();
        else run_plain_block();
        end_block();
        now.blockNumber++;
      }
  end_launch();
}

static NOINLINE void finish_aborted(void) {
  control *c = &__emu_control;
  settle();
  // The save area of a thread that waits many calls deep did not suffice.
  if (!c->stop && async == UNWINDING) {
    report(STACK_OVERFLOW, NO_DETAIL, coroutines[now.thread].site, NO_SITE);
    c->stop = CUDA_STACK_ERROR;
  }
  c->lastLoop = __emu_last_loop;
  end_block();
  end_launch();
}

// After a trap, whatever its reason: what is worth knowing, and a stack to work on.
__attribute__((export_name("__emu_abort"))) void __emu_abort(void) {
  set_stack_pointer(mainStack);
  finish_aborted();
}

// A fault that only the device can see, such as the engine's own stack overflow.
__attribute__((export_name("__emu_report"))) void __emu_report(u32 rule, u32 detail, u32 site) {
  report(rule, detail, site, NO_SITE);
}
