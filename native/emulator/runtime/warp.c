// Warp functions: lanes wait until every lane that the mask names and that has not exited is there with the same
// function and mask; then the results are dealt out. Source positions may differ, as on a GPU since Volta.
#include "state.h"
#include "include/emu/wmma_codes.h"

static u32 of_others(const coroutine *to) { return result_of_others((u32)(to - coroutines), to->site, to->result); }

static void warp_result(const coroutine *lanes, coroutine *to, u32 lane, u32 group) {
  if (to->op >= OP_FRAGMENT) return;
  if (to->op == OP_SHFL) {
    u32 width = to->width == 0 || to->width > 32 ? 32 : to->width;
    u32 first = lane & ~(width - 1), last = first + width - 1;
    int from = (int)lane;
    if (to->mode == 0) from = (int)(first | (to->lane & (width - 1)));
    else if (to->mode == 1) from = (int)lane - (int)to->lane < (int)first ? (int)lane : (int)(lane - to->lane);
    else if (to->mode == 2) from = to->lane > last - lane ? (int)lane : (int)(lane + to->lane);
    else from = (lane ^ to->lane) > last ? (int)lane : (int)(lane ^ to->lane);
    // The value of a lane that does not take part is undefined: make that visible.
    to->result = from < 32 && group >> from & 1 ? lanes[from].value : 0xffffffffu;
    if (__emu_control.influence && from != (int)lane) to->result = of_others(to);
    return;
  }
  u32 ones = 0, same = 0;
  for (u32 i = 0; i < 32; i++) {
    if (!(group >> i & 1)) continue;
    if (lanes[i].value) ones |= 1u << i;
    if (lanes[i].value == to->value) same |= 1u << i;
  }
  switch (to->mode) {
  case 0: to->result = ones == group; break;
  case 1: to->result = ones != 0; break;
  case 2: to->result = ones; break;
  case 3: to->result = same; break;
  default: to->result = same == group ? group : 0;
  }
  if (__emu_control.influence && to->op == OP_VOTE) to->result = of_others(to);
}

typedef struct {
  coroutine *lanes;
  u32 warp, count, alive, waiting; // lanes that there are, that have not exited, and that wait for others
} meeting;

static meeting meeting_of(u32 warp) {
  meeting m = {.lanes = &coroutines[warp * 32], .warp = warp};
  m.count = now.threads - warp * 32 < 32 ? now.threads - warp * 32 : 32;
  for (u32 i = 0; i < m.count; i++) {
    if (m.lanes[i].status != DONE) m.alive |= 1u << i;
    if (m.lanes[i].status == AT_WARP) m.waiting |= 1u << i;
  }
  return m;
}

// A warp matrix function takes all lanes of a warp, with the same tile.
static void whole_warp(const meeting *m, u32 group) {
  const coroutine *lanes = m->lanes, *first = &lanes[__builtin_ctz(group)];
  u32 running = now.thread, other = NO_SITE, differ = group == 0xffffffffu;
  for (u32 i = 0; i < 32 && first->op == OP_FRAGMENT && other == NO_SITE; i++)
    if ((group >> i & 1) && (lanes[i].lane != first->lane || lanes[i].width != first->width || lanes[i].mode != first->mode))
      other = i;
  if (!differ || other != NO_SITE) {
    now.thread = m->warp * 32 + (other != NO_SITE && differ ? other : (u32)(first - lanes));
    fault *row = report(BARRIER_DIVERGENCE, differ ? TILE_ARGUMENTS : WHOLE_WARP, first->site, NO_SITE);
    now.thread = running;
    if (row) {
      row->access = ACCESS_BARRIER;
      row->arrived = (u32)__builtin_popcount(group);
      row->alive = (u32)__builtin_popcount(m->alive);
    }
  }
  keep_own(m->lanes, group);
  if (first->op == OP_FRAGMENT) exchange(lanes, group, first->mode);
  else multiply(lanes, group, first->mode);
}

// The lanes that wait for the same as this one. Tiles of other types have other sizes: a template may bring them to one
// place of the program.
static u32 group_of(const meeting *m, u32 lane) {
  const coroutine *lanes = m->lanes;
  u32 group = 0;
  for (u32 i = 0; i < m->count; i++)
    if ((m->waiting >> i & 1) && lanes[i].op == lanes[lane].op && lanes[i].mask == lanes[lane].mask &&
        (lanes[i].op != OP_VOTE || lanes[i].mode == lanes[lane].mode) &&
        (lanes[i].op < OP_FRAGMENT || (place_of(lanes[i].site) == place_of(lanes[lane].site) &&
                                       !((lanes[i].mode ^ lanes[lane].mode) & ~(u32)__EMU_TOLD_AT_RUN_TIME))))
      group |= 1u << i;
  return group;
}

// Orders what the lanes of a mask did before what those of the group do next, and what the group knows of other lanes.
// Lanes that the mask names and that have exited count as if they had waited.
static void meet(const meeting *m, u32 group) {
  u32 all = m->count < 32 ? (1u << m->count) - 1 : 0xffffffffu, start = now.epoch << EPOCH_SHIFT;
  u32 named = group | (m->lanes[__builtin_ctz(group)].mask & ~m->alive & all);
  if (named == all) {
    now.warpStart[m->warp] = start;
    return;
  }
  if (!now.partly) __builtin_memset(meetings, 0, now.threads * sizeof *meetings);
  now.partly = 1;
  u32 known[32] = {0};
  for (u32 i = 0; i < m->count; i++)
    for (u32 lane = 0; (group >> i & 1) && lane < 32; lane++)
      known[lane] = larger(meetings[m->warp * 32 + i][lane], known[lane]);
  for (u32 lane = 0; lane < 32; lane++)
    if (named >> lane & 1) known[lane] = start;
  for (u32 i = 0; i < m->count; i++)
    if (group >> i & 1) __builtin_memcpy(meetings[m->warp * 32 + i], known, sizeof known);
}

// Deals out results and lets the group go on.
static void complete(const meeting *m, u32 group) {
  coroutine *lanes = m->lanes;
  if (lanes[__builtin_ctz(group)].op >= OP_FRAGMENT) whole_warp(m, group);
  for (u32 i = 0; i < m->count; i++)
    if (group >> i & 1) warp_result(lanes, &lanes[i], i, group);
  for (u32 i = 0; i < m->count; i++)
    if (group >> i & 1) lanes[i].status = READY;
  if (lanes[__builtin_ctz(group)].op == OP_SYNCWARP) {
    now.warpSynced = 1;
    next_epoch();
    meet(m, group);
    order_lanes(m->warp, group);
  }
}

// Completes every group of the warp that is complete. Answers whether there was one.
static int warp_progress(u32 warp) {
  meeting m = meeting_of(warp);
  u32 any = 0;
  while (m.waiting) {
    u32 first = (u32)__builtin_ctz(m.waiting), group = group_of(&m, first);
    m.waiting &= ~group;
    if (group != (m.lanes[first].mask & m.alive)) continue;
    any = 1;
    complete(&m, group);
    if (group == m.alive) counters_warp_converged(warp);
  }
  return (int)any;
}

// Lets a group go on whose other lanes never come.
static void give_up_waiting(u32 thread) {
  meeting m = meeting_of(thread / 32);
  complete(&m, group_of(&m, thread % 32));
}

// Lanes that run in lockstep, once no other lane of the warp can go on: those that are furthest behind in the code go on,
// so that lanes that have left out a branch wait for the others behind it.
static int lockstep_progress(coroutine *lanes, u32 count) {
  u32 behind = NO_SITE;
  for (u32 i = 0; i < count; i++)
    if (lanes[i].status == AT_ACTIVEMASK && lanes[i].op == OP_LOCKSTEP && lanes[i].site < behind) behind = lanes[i].site;
  for (u32 i = 0; i < count; i++)
    if (lanes[i].status == AT_ACTIVEMASK && lanes[i].op == OP_LOCKSTEP && lanes[i].site == behind) lanes[i].status = READY;
  return behind != NO_SITE;
}

// __activemask: the lanes that wait at the same place once no other lane of the warp can go on.
static int activemask_progress(u32 warp) {
  coroutine *lanes = &coroutines[warp * 32];
  u32 count = now.threads - warp * 32 < 32 ? now.threads - warp * 32 : 32, group = 0, first = 32;
  if (lockstep_progress(lanes, count)) return 1;
  for (u32 i = 0; i < count; i++) {
    if (lanes[i].status != AT_ACTIVEMASK) continue;
    if (first == 32) first = i;
    if (place_of(lanes[i].site) == place_of(lanes[first].site)) group |= 1u << i;
  }
  for (u32 i = 0; i < count; i++) {
    if (!(group >> i & 1)) continue;
    lanes[i].result = group;
    lanes[i].status = READY;
  }
  return group != 0;
}
