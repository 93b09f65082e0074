// The barrier of a cluster as the scheduler sees it: which threads wait there, and which threads go on.
#include "state.h"

// The running thread comes to the barrier. Answers the phase that it waits for.
static u32 meet_cluster(u32 site, int arrives) {
  settle();
  join_cluster();
  if (arrives) return arrive(site, 0);
  u32 phase = arrivals[now.rank][now.thread];
  if (phase == waits[now.rank][now.thread]) unpaired(site);
  return phase;
}

NOINLINE void __emu_cluster_arrive(int site) {
  settle();
  join_cluster();
  arrive((u32)site, 1);
  enter_thread(now.thread);
}

// Threads of the block whose phase is over go on. Answers whether there are any.
static int pass_cluster_barrier(void) {
  u32 passing = 0, split = 0;
  for (u32 t = 0; t < now.threads; t++) {
    coroutine *c = &coroutines[t];
    if (c->status != AT_CLUSTER || c->value > cluster.completed) continue;
    pass_cluster(t, c->value);
    split |= cluster.splits[c->value % PHASES];
    c->status = READY;
    passing++;
  }
  if (passing && split) next_epoch();
  else if (passing) new_interval();
  if (passing == now.alive) counters_block_converged();
  return passing != 0;
}

// Do threads wait at the cluster's barrier, at which threads of other blocks only are missing?
static int waits_for_cluster(void) {
  int waiting = 0;
  for (u32 t = 0; t < now.threads; t++) {
    if (coroutines[t].status == DONE) continue;
    if (arrivals[now.rank][t] <= cluster.completed) return 0;
    waiting |= coroutines[t].status == AT_CLUSTER;
  }
  return waiting;
}
