// Epochs are 20 bits: when they run out, the stamps that still matter get new numbers, in the same order. Accesses of
// earlier launches become "never". Epochs of earlier blocks may be merged (all of them stay "another block"; the
// number of the block in a report is then one of those merged), and so may earlier intervals of this block.
#include "state.h"

static u32 gridBarriers; // that the grid has passed in this launch

static void mark_live(u32 *stamp) {
  u32 epoch = *stamp >> EPOCH_SHIFT;
  liveEpochs[epoch >> 3] |= (u8)(1u << (epoch & 7));
}

static void rewrite(u32 *stamp) {
  u32 to = newEpoch[*stamp >> EPOCH_SHIFT];
  *stamp = to == 0 ? 0 : to << EPOCH_SHIFT | (*stamp & ((1u << EPOCH_SHIFT) - 1));
}

INLINE void visit_cells(cell *cells, const u16 *shapes, u32 count, void visit(u32 *stamp)) {
  for (u32 i = 0; i < count; i++) {
    u32 stamps[SLOTS], number = shapes[i] & WIDE ? 0 : shapes[i];
    int two = shapesTable[number].of[0].layout == TWO_EPOCHS;
    u32 *at = two ? stamps : cells[i].stamps, slots = two ? SLOTS : shapes[i] ? 4 : 2;
    if (two) read_two_epochs(&cells[i], stamps);
    for (u32 slot = 0; slot < slots; slot++)
      if (at[slot]) visit(&at[slot]);
    if (two) write_two_epochs(&cells[i], stamps);
  }
}

// Inlined, so that no function of the runtime is in the table, where the submission's calls through pointers end.
INLINE void each_stamp(void visit(u32 *stamp)) {
#if CELLS_ON_DEMAND
  visit_cells(&__emu_cells[PAGE_CELLS], &__emu_shapes[PAGE_CELLS], (cellPages - 1) * PAGE_CELLS, visit);
#else
  // Buffers begin at multiples of 256. The next buffer gets the cells of a freed one. Device code allocates at any place.
  u32 anyPlace = __emu_control.deviceHeapBytes ? __emu_control.deviceHeap - (u32)__emu_heap : heap_bytes();
  for (u32 at = 0; at < heap_bytes(); at += 256)
    if (__emu_state[at] || at + 256 > anyPlace) visit_cells(&__emu_cells[at / 4], &__emu_shapes[at / 4], 64, visit);
#endif
  visit_cells(__emu_shared_cells, __emu_shared_shapes, SHARED_BYTES / 4, visit);
  for (u32 page = 0; page < PAGES; page++)
    if (variableCells[page] && variableShapes[page])
      visit_cells((cell *)variableCells[page], (u16 *)variableShapes[page], 1024, visit);
  mark *wide = (mark *)wideTable;
  for (u32 i = 0; i < wideCount * 4 * MARKS; i++)
    if (wide[i].stamp) visit(&wide[i].stamp);
}

static void forget(u32 *stamp) { *stamp = 0; }

// The block's stamps of __syncwarp. Those before its interval do not matter any more.
INLINE void each_meeting(void visit(u32 *stamp)) {
  for (u32 w = 0; w < MAX_WARPS; w++) visit(&now.warpStart[w]);
  for (u32 t = 0; now.partly && t < now.threads; t++)
    for (u32 lane = 0; lane < 32; lane++) visit(&meetings[t][lane]);
}
static void drop_early(u32 *stamp) {
  if (*stamp < now.interval) *stamp = 0;
}

// Where blocks run by turns, threads hand over without barriers, or kernels launch others, all that has been seen is forgotten: races across
// this moment are missed, once in a million epochs.
static void renumber_nothing(void) {
  each_stamp(forget);
  for (u32 w = 0; w < MAX_WARPS; w++) now.warpStart[w] = 0;
  now.partly = 0;
  order_forget();
  now.launch = now.grid = now.block = now.interval = 1u << EPOCH_SHIFT;
  blockOfEpoch[1] = now.blockNumber;
  blockOfEpoch[now.epoch = 2] = now.blockNumber;
  now.generation = ++stampGeneration;
  treeFloor = now.grid;
  launches_renumbered();
  cluster_renumbered();
  if (clusterBlocks > 1) forget_remote();
}

static NOINLINE void renumber(void) {
  u32 before = now.epoch;
  __emu_control.epochsRanOut = 1;
  if (order.count || order.spins || gridBarriers || __emu_control.byKernel || has_launched() ||
      cluster.id != NO_CLUSTER) {
    renumber_nothing();
    now.droppedEpochs += before - now.epoch;
    stamps()->launch = now.grid;
    return;
  }
  u32 launch = now.launch >> EPOCH_SHIFT, block = now.block >> EPOCH_SHIFT, interval = now.interval >> EPOCH_SHIFT;
  __builtin_memset(liveEpochs, 0, sizeof liveEpochs);
  each_stamp(mark_live);
  u32 live = 0, next = 1, step, seen = 0;
  for (u32 e = launch; e < block; e++) live += liveEpochs[e >> 3] >> (e & 7) & 1;
  step = live / (EPOCHS / 4) + 1;
  for (u32 e = 0; e < EPOCHS; e++) newEpoch[e] = 0;
  // Epoch 1 is the launch's first, whether or not a stamp of it is left.
  for (u32 e = launch; e < block; e++) {
    if (!(liveEpochs[e >> 3] >> (e & 7) & 1)) continue;
    newEpoch[e] = next;
    blockOfEpoch[next] = blockOfEpoch[e];
    if (++seen % step == 0) next++;
  }
  if (seen % step != 0) next++;
  u32 newBlock = next++;
  for (u32 e = block; e < interval; e++) newEpoch[e] = newBlock;
  u32 newInterval = interval > block ? next++ : newBlock;
  // Inside the interval only the last __syncwarp of warps, or of some of their lanes, matters.
  u32 at = newInterval;
  __builtin_memset(liveEpochs, 0, sizeof liveEpochs);
  each_meeting(drop_early);
  each_meeting(mark_live);
  for (u32 e = interval; e <= now.epoch; e++) {
    if (e > interval && liveEpochs[e >> 3] >> (e & 7) & 1) at = next++;
    newEpoch[e] = at;
  }
  for (u32 e = newBlock; e < next; e++) blockOfEpoch[e] = now.blockNumber;
  each_stamp(rewrite);
  each_meeting(rewrite);
  now.launch = now.grid = treeFloor = 1u << EPOCH_SHIFT;
  now.block = newBlock << EPOCH_SHIFT;
  now.interval = newInterval << EPOCH_SHIFT;
  now.epoch = next;
  now.droppedEpochs += before - next;
  stamps()->launch = now.launch;
}

// Between launches epochs go on as if all blocks of the last one had run here. Where they ran out meanwhile, all begin
// anew: what the numbers are then depends on blocks that may have run elsewhere.
static void catch_up(void) {
  control *c = &__emu_control;
  if (c->epochsRanOut || c->epochsElsewhere >= EPOCHS - 1 - now.epoch) {
    each_stamp(forget);
    for (u32 w = 0; w < MAX_WARPS; w++) now.warpStart[w] = 0;
    now.partly = 0;
    now.epoch = now.launch = now.block = now.interval = 0;
    c->epochsRanOut = 0;
  } else now.epoch += c->epochsElsewhere;
  c->epochsElsewhere = 0;
}
