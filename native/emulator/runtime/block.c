// The threads of one block where they wait for each other: they take turns in thread order, each until it waits or ends.
#include "state.h"

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

static int any_activemask(void) {
  u32 warps = (now.threads + 31) / 32, any = 0;
  for (u32 w = 0; w < warps; w++) any |= (u32)activemask_progress(w);
  return (int)any;
}

// This thread waits for lanes of its warp, and every living thread of the block waits for others.
static void lanes_missing(u32 thread) {
  coroutine *c = &coroutines[thread];
  if (c->op >= OP_FRAGMENT) { // says so itself
    give_up_waiting(thread);
    return;
  }
  meeting m = meeting_of(thread / 32);
  u32 group = group_of(&m, thread % 32), absent = c->mask & m.alive & ~group;
  u32 other = thread - thread % 32 + (u32)__builtin_ctz(absent);
  u32 known = __emu_control.faultCount;
  divergence(WARP_FUNCTION, c, other, coroutines[other].site, (u32)__builtin_popcount(group), (u32)__builtin_popcount(m.alive));
  if (__emu_control.faultCount > known) faults[known].address = c->mask;
  give_up_waiting(thread);
}

// Every living thread waits for others of the block. Lets some of them go on, and says so where a GPU might not have.
static void release(void) {
  coroutine *first = 0;
  u32 arrived = 0, here = 0, alive = 0, exited = NO_SITE, elsewhere = NO_SITE, warp = NO_SITE, ones = 0;
  for (u32 t = 0; t < now.threads; t++) {
    coroutine *c = &coroutines[t];
    if (c->status == DONE) {
      if (exited == NO_SITE) exited = t;
      continue;
    }
    alive++;
    if (c->status != AT_BARRIER) {
      u32 *seen = c->status == AT_WARP ? &warp : &elsewhere;
      if (*seen == NO_SITE) *seen = t;
      continue;
    }
    if (!first) first = c;
    arrived++;
    ones += c->value;
    if (place_of(c->site) == place_of(first->site)) here++;
    else if (elsewhere == NO_SITE) elsewhere = t;
  }
  if (warp != NO_SITE) {
    lanes_missing(warp);
    return;
  }
  if (elsewhere != NO_SITE) divergence(DIFFERENT_BARRIERS, first, elsewhere, coroutines[elsewhere].site, here, alive);
  else if (exited != NO_SITE) divergence(EXITED, first, exited, NO_SITE, arrived, alive);
  order_barrier();
  for (u32 t = 0; t < now.threads; t++) {
    coroutine *c = &coroutines[t];
    if (c->status != AT_BARRIER) continue;
    c->result = c->mode == 0 ? ones : c->mode == 1 ? ones == arrived : ones != 0;
    c->status = READY;
  }
  new_interval();
  if (arrived == alive) counters_block_converged();
}

// Resumes a thread that can go on. Answers whether that has brought it further than to the same turn's end.
static int advance(u32 thread) {
  coroutine *c = &coroutines[thread];
  u32 before = c->status, entered = spinsEntered;
  if (before != READY && before != SPINNING) return 0;
  c->status = READY;
  resume(thread);
  if (c->status == DONE) {
    now.alive--;
    if (cluster.id != NO_CLUSTER) leave_cluster(thread);
  }
  return before == READY || c->status != SPINNING || spinsEntered != entered;
}

// Lets each thread of the block run once as far as it can. Answers whether one of them got further.
static int run_round(void) {
  u32 warps = (now.threads + 31) / 32;
  int progress = 0;
  for (u32 turn = 0; turn < warps; turn++) {
    u32 w = turn_of(turn, warps, REVERSED_THREADS), lanes = now.threads - w * 32 < 32 ? now.threads - w * 32 : 32;
    int waits = 0, apart = 0;
    const coroutine *first = 0;
    for (u32 lane = 0; lane < lanes; lane++) {
      u32 t = w * 32 + turn_of(lane, lanes, REVERSED_THREADS);
      progress |= advance(t);
      waits |= coroutines[t].status == AT_WARP;
      if (coroutines[t].status == DONE) continue;
      if (!first) first = &coroutines[t];
      apart |= (coroutines[t].status != AT_BARRIER && coroutines[t].status != AT_CLUSTER) || place_of(coroutines[t].site) != place_of(first->site);
    }
    if (!apart) counters_warp_converged(w);
    // A warp runs on its own as far as it can: its lanes wait for each other only.
    if (waits && warp_progress(w)) turn--, progress = 1;
  }
  return progress;
}

// Threads of the block with this status.
static u32 count_of(u32 status) {
  u32 count = 0;
  for (u32 t = 0; t < now.threads; t++) count += coroutines[t].status == status;
  return count;
}

// The block stands at the grid's barrier without those of its threads that have ended.
static void exited_before_grid(void) {
  u32 first = 0, exited = 0;
  while (coroutines[first].status != AT_GRID) first++;
  while (coroutines[exited].status != DONE) exited++;
  divergence(EXITED_GRID, &coroutines[first], exited, NO_SITE, now.alive, now.alive);
}

enum { ENDED, STALLED, AT_GRID_BARRIER, AT_CLUSTER_BARRIER };
// Runs the block until it has ended, or waits for what only another block can do.
static u32 run_waiting_block(int *progress) {
  int met = 0;
  for (u32 t = 0; t < now.threads; t++)
    if (coroutines[t].status == AT_GRID && coroutines[t].value != gridBarriers) coroutines[t].status = READY, met = 1;
  if (met) new_interval();
  while (now.alive) {
    if (run_round()) {
      *progress = 1;
      continue;
    }
    if (!now.alive) break;
    if (cluster.id != NO_CLUSTER && pass_cluster_barrier()) {
      *progress = 1;
      continue;
    }
    if (any_activemask()) continue;
    if (count_of(SPINNING)) return STALLED;
    if (count_of(AT_GRID) == now.alive) {
      if (now.alive < now.threads) exited_before_grid();
      return AT_GRID_BARRIER;
    }
    if (cluster.id != NO_CLUSTER && waits_for_cluster()) return AT_CLUSTER_BARRIER;
    release();
  }
  return ENDED;
}
