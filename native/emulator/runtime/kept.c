// Clusters whose blocks wait while those of another one run: each is in a chain of pieces of the pool, with the shared
// memory of its blocks.
#include "state.h"

#define MAX_KEPT MAX_RESIDENT
static struct {
  u32 id;
  piece *first;
} kept[MAX_KEPT];
static u32 keptCount;

static void transfer_remote(u32 rank, int out) {
  for (u32 i = 0; i < __emu_control.sharedRangeCount; i++) {
    u32 at = rank * SHARED_BYTES + sharedRanges[i].offset, bytes = (sharedRanges[i].bytes + 3) & ~3u;
    transfer(CLUSTER_SHARED + at, bytes, out);
    transfer(CLUSTER_STATE + at, bytes, out);
    transfer(CLUSTER_CELLS + at / 4, bytes / 4 * sizeof(cell), out);
    transfer(CLUSTER_SHAPES + at / 4, bytes / 4 * sizeof(u16), out);
  }
}

static void transfer_cluster(int out) {
  u32 bytes = now.threads * (u32)sizeof(u32);
  transfer(&cluster, sizeof cluster, out);
  for (u32 rank = 0; rank < clusterBlocks; rank++) {
    transfer(arrivals[rank], bytes, out);
    transfer(waits[rank], bytes, out);
    for (u32 i = 0; i < PHASES; i++) transfer(limits[i][rank], bytes, out);
    if (clusterBlocks > 1) transfer_remote(rank, out);
  }
}

static void keep_cluster(void) {
  piece *first = keptCount < MAX_KEPT ? take_piece() : 0;
  if (!first) stop(STOP_NO_ROOM);
  transit = (typeof(transit)){first, first, 0, 0};
  u32 id = cluster.id;
  transfer_cluster(1);
  if (transit.failed) stop(STOP_NO_ROOM);
  kept[keptCount++] = (typeof(kept[0])){id, first};
  // What is left in the region belongs to this cluster.
  if (clusterBlocks > 1) __builtin_memset(CLUSTER_SHAPES, 0, clusterBlocks * (SHARED_BYTES / 4) * sizeof(u16));
}

// Answers whether the cluster had been kept.
static int take_kept(u32 id) {
  u32 at = 0;
  while (at < keptCount && kept[at].id != id) at++;
  if (at == keptCount) return 0;
  piece *first = kept[at].first;
  kept[at] = kept[--keptCount];
  transit = (typeof(transit)){first, first, 0, 0};
  transfer_cluster(0);
  give_pieces(first);
  if (cluster.generation != stampGeneration) {
    cluster_renumbered();
    forget_remote();
  }
  return 1;
}

// The running block belongs to this cluster.
static void enter_cluster(u32 id) {
  if (cluster.id == id) return;
  if (cluster.id != NO_CLUSTER && cluster.alive) keep_cluster();
  cluster.id = NO_CLUSTER;
  if (take_kept(id) || clusterBlocks == 1) return;
  cluster_begin(id, cluster_threads());
  clear_remote();
}

INLINE u32 own_cluster(void) {
  u32 rank;
  return cluster_of(now.blockNumber - __emu_control.firstBlockNumber, &rank);
}

// A block that has begun, or that goes on after it has waited.
static void enter_own_cluster(void) {
  if (clusterBlocks == 1 && cluster.id == NO_CLUSTER && !keptCount) return;
  enter_cluster(own_cluster());
  if (clusterBlocks > 1) move_shared(0);
}

// Without clusters: the running block becomes one.
static void join_cluster(void) {
  u32 id = own_cluster();
  if (cluster.id == id) return;
  enter_cluster(id);
  if (cluster.id == id) return;
  cluster_begin(id, __emu_control.suspends ? now.alive : now.threads);
  for (u32 t = 0; __emu_control.suspends && t < now.threads; t++)
    if (coroutines[t].status == DONE) arrivals[0][t] = GONE;
}

static void clusters_begin(void) {
  const u32 *size = &__emu_control.clusterX;
  clusterBlocks = size[0] * size[1] * size[2];
  for (; keptCount; keptCount--) give_pieces(kept[keptCount - 1].first);
  cluster.id = NO_CLUSTER;
  splitEver = 0;
  begin_remote();
}
