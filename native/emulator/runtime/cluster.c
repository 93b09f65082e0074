// Clusters: blocks that run at the same time, wait for each other and access each other's shared memory. Their barrier
// has phases: a thread arrives in one, and waits until all threads of the cluster that have not ended have arrived. What
// a thread did before it arrived comes before what others do after they waited. In a launch without clusters each block
// is a cluster of its own, which is looked at from its first arrival on.
#include "state.h"

#define PHASES 3u       // that matter at a time: the one that threads arrive in, and the two before
#define GONE 0x80000000u // beside the phase in which a thread that has ended arrived last
#define NO_CLUSTER 0xffffffffu

// The latest access by a block to the shared memory of another one; stamp 0: none.
typedef struct {
  u32 stamp, site, type, bytes, address;
} remote;
enum { BEFORE_ARRIVAL, AFTER_ARRIVAL, MOMENTS }; // of the phase: the next one orders the first of them alone

static struct {
  u32 id;        // which of the launch
  u32 generation; // of its stamps
  u32 ended;     // its blocks that have ended, as bits
  u32 alive;     // threads that have not ended
  u32 completed; // phases
  u32 arrived, pending; // in this phase: threads that have arrived, and that have to
  struct {
    u32 block, thread, site;
  } first; // that arrived in it
  u32 split;             // some thread arrived in it and went on
  u32 tookOver;          // the latest handover that a thread which arrived had seen
  u32 floors[PHASES];    // stamps before it come before what threads do that have waited for the phase
  u32 splits[PHASES];
  u32 waited[MAX_CLUSTER]; // the latest phase that a thread of the block has waited for
  remote accesses[MAX_CLUSTER][MAX_CLUSTER][MOMENTS]; // to the memory of the first block, by the second one
} cluster = {.id = NO_CLUSTER};
static u32 arrivals[MAX_CLUSTER][MAX_THREADS]; // the phase in which the thread arrived last
static u32 waits[MAX_CLUSTER][MAX_THREADS];    // that it waited for last
static u32 limits[PHASES][MAX_CLUSTER][MAX_THREADS]; // its accesses with smaller stamps come before the phase ends
static u32 clusterBlocks = 1; // blocks of each cluster of the launch
static u32 splitEver;         // a thread of the launch has arrived and gone on

INLINE u32 clusters_along(u32 axis) { return (&__emu_control.gridX)[axis] / (&__emu_control.clusterX)[axis]; }

// Splits the number of a block of the grid into the numbers of its cluster and of the block there.
static u32 cluster_of(u32 number, u32 *rank) {
  const u32 *grid = &__emu_control.gridX, *size = &__emu_control.clusterX;
  u32 at[3] = {number % grid[0], number / grid[0] % grid[1], number / grid[0] / grid[1]};
  *rank = (at[2] % size[2] * size[1] + at[1] % size[1]) * size[0] + at[0] % size[0];
  return (at[2] / size[2] * clusters_along(1) + at[1] / size[1]) * clusters_along(0) + at[0] / size[0];
}

// The block with this place in the order in which blocks start: those of a cluster follow each other.
static u32 placed_block(u32 place) {
  if (clusterBlocks == 1) return place;
  const u32 *grid = &__emu_control.gridX, *size = &__emu_control.clusterX;
  u32 id = place / clusterBlocks, rank = place % clusterBlocks;
  u32 x = id % clusters_along(0) * size[0] + rank % size[0];
  u32 y = id / clusters_along(0) % clusters_along(1) * size[1] + rank / size[0] % size[1];
  u32 z = id / clusters_along(0) / clusters_along(1) * size[2] + rank / size[0] / size[1];
  return (z * grid[1] + y) * grid[0] + x;
}

// The number of the running cluster's block, as in reports.
static u32 block_of_rank(u32 rank) {
  return __emu_control.firstBlockNumber + placed_block(cluster.id * clusterBlocks + rank);
}

static u32 cluster_threads(void) { return clusterBlocks * now.threads; }

// Nothing has happened in the cluster yet.
static void cluster_begin(u32 id, u32 alive) {
  __builtin_memset(&cluster, 0, sizeof cluster);
  cluster.id = id;
  cluster.generation = stampGeneration;
  cluster.alive = cluster.pending = alive;
  cluster.floors[0] = now.epoch << EPOCH_SHIFT;
  for (u32 rank = 0; rank < clusterBlocks; rank++) {
    __builtin_memset(arrivals[rank], 0, now.threads * sizeof(u32));
    __builtin_memset(waits[rank], 0, now.threads * sizeof(u32));
    __builtin_memset(limits[0][rank], 0, now.threads * sizeof(u32));
  }
}

// The stamps of what happened before have lost their meaning: races across this moment are missed.
static void cluster_renumbered(void) {
  cluster.generation = stampGeneration;
  for (u32 i = 0; i < PHASES; i++) cluster.floors[i] = now.epoch << EPOCH_SHIFT;
  __builtin_memset(limits, 0, sizeof limits);
  __builtin_memset(cluster.accesses, 0, sizeof cluster.accesses);
}

// The first stamp of an access to shared memory that can race with what the thread does now. The grid's barrier orders
// the blocks of a cluster too.
INLINE u32 shared_floor(u32 thread) {
  return clusterBlocks == 1 ? now.interval : larger(cluster.floors[waits[now.rank][thread] % PHASES], now.grid);
}

// Does a barrier of the cluster lie between an access and what the running thread does now?
static int cluster_ordered(u32 stamp) {
  u32 rank, id = cluster_of(block_of(stamp) - __emu_control.firstBlockNumber, &rank);
  u32 phase = waits[now.rank][now.thread] % PHASES;
  return id == cluster.id && (stamp < cluster.floors[phase] || stamp < limits[phase][rank][thread_of(stamp)]);
}

// Threads have ended that did not arrive in the phase, and others wait for it.
static void arrival_missing(u32 rank, u32 missing) {
  u32 thread = now.thread, block = now.blockNumber;
  now.thread = cluster.first.thread;
  now.blockNumber = cluster.first.block;
  fault *row = report(BARRIER_DIVERGENCE, EXITED_CLUSTER, cluster.first.site, NO_SITE);
  now.thread = thread;
  now.blockNumber = block;
  if (!row) return;
  row->access = row->otherAccess = ACCESS_BARRIER;
  row->otherThread = missing;
  row->otherBlock = block_of_rank(rank);
  row->arrived = cluster.arrived;
  row->alive = cluster_threads();
}

// Of threads that have ended nothing more can race.
static void pass_for_ended(u32 phase) {
  u32 isTold = 0;
  for (u32 rank = 0; rank < clusterBlocks; rank++)
    for (u32 t = 0; t < now.threads; t++) {
      if (!(arrivals[rank][t] & GONE)) continue;
      limits[phase % PHASES][rank][t] = 0xffffffffu;
      if ((arrivals[rank][t] & ~GONE) == phase || isTold++) continue;
      arrival_missing(rank, t);
    }
}

static void complete_phase(void) {
  u32 phase = ++cluster.completed;
  if (cluster.alive < cluster_threads()) pass_for_ended(phase);
  next_epoch();
  cluster.splits[phase % PHASES] = cluster.split;
  cluster.floors[phase % PHASES] = cluster.split ? cluster.floors[(phase - 1) % PHASES] : now.epoch << EPOCH_SHIFT;
  cluster.split = cluster.arrived = 0;
  cluster.pending = cluster.alive;
}

static void phase_may_end(void) {
  if (cluster.pending == 0 && cluster.arrived) complete_phase();
}

static void unpaired(u32 site) {
  fault *row = report(BARRIER_DIVERGENCE, CLUSTER_UNPAIRED, site, NO_SITE);
  if (row) row->access = ACCESS_BARRIER;
}

// Answers the phase in which the running thread has arrived. @param goesOn - before it waits
static u32 arrive(u32 site, int goesOn) {
  u32 thread = now.thread, phase = cluster.completed + 1, *mine = &arrivals[now.rank][thread];
  if (*mine > waits[now.rank][thread]) {
    unpaired(site);
    return *mine;
  }
  if (!cluster.arrived++) cluster.first = (typeof(cluster.first)){now.blockNumber, thread, site};
  *mine = phase;
  limits[phase % PHASES][now.rank][thread] = (now.epoch + 1) << EPOCH_SHIFT;
  cluster.tookOver = larger(cluster.tookOver, larger(order.tookOver[thread], order.blockTookOver));
  cluster.pending--;
  if (goesOn) {
    cluster.split = splitEver = 1;
    next_epoch();
  }
  phase_may_end();
  return phase;
}

// A thread of the running block has ended.
static void leave_cluster(u32 thread) {
  u32 *mine = &arrivals[now.rank][thread], hasArrived = *mine == cluster.completed + 1;
  *mine |= GONE;
  cluster.alive--;
  if (hasArrived) return;
  cluster.pending--;
  phase_may_end();
}

// The running thread goes on after the barrier.
static void pass_cluster(u32 thread, u32 phase) {
  waits[now.rank][thread] = phase;
  if (cluster.waited[now.rank] < phase) cluster.waited[now.rank] = phase;
  if (!cluster.tookOver) return;
  order.tookOver[thread] = larger(order.tookOver[thread], cluster.tookOver);
  order.used = 1;
}
