// Which accesses of a warp's lanes are one request. Lanes run one after another here, so each keeps the addresses that
// it gave to a site until the warp's lanes meet again (barrier, warp function, end); then the k-th execution of a site
// by one lane belongs to the k-th by the others. A loop's addresses mostly advance by a constant: a lane keeps them as
// runs, and requests that differ only by whole sectors or words are costed once.
#include "state.h"

#define COUNTING_BYTES (64u * MIB)
#define NO_ADDRESS 0xffffffffu
#define CHUNK_RUNS 4u
#define MAX_CHUNK_RUNS 4096u

typedef struct {
  u32 first, stride, count;
} run;
typedef struct chunk {
  struct chunk *next;
  u32 used, size;
  run runs[];
} chunk;
// A warp's accesses of one kind by one site.
typedef struct stream {
  struct stream *variant, *opened; // the site's next of another kind, and the warp's next
  u32 site, how, lanes;            // those that took part, a bit each
  u32 expected[32];                // where the lane's running run goes on
  run running[32];
  chunk *first[32], *last[32]; // the lane's runs before
} stream;

static stream **streams, **streamsOfWarp, *opened[MAX_WARPS]; // streams: a row of sites for each warp
static u32 countedSites, openWarps, arenaStart, countedLane;

static void *counting_take(u32 bytes) {
  void *memory = arenaUsed - arenaStart + bytes <= COUNTING_BYTES ? arena_take(bytes) : 0;
  if (memory) return memory;
  __emu_control.countersLost = 1;
  streamsOfWarp = streams = 0;
  return 0;
}

static NOINLINE stream *stream_of(u32 how, u32 site) {
  stream **head = &streamsOfWarp[site];
  for (stream *s = *head; s; s = s->variant)
    if (s->how == how) return s;
  stream *s = counting_take(sizeof(stream));
  if (!s) return 0;
  u32 warp = now.thread / 32;
  openWarps += opened[warp] == 0;
  s->variant = *head;
  s->opened = opened[warp];
  *head = opened[warp] = s;
  s->site = site;
  s->how = how;
  s->lanes = 0;
  for (u32 i = 0; i < 32; i++) s->expected[i] = NO_ADDRESS;
  return s;
}

static NOINLINE void new_run(stream *s, u32 lane, u32 address) {
  run *r = &s->running[lane];
  if (!(s->lanes >> lane & 1)) {
    s->lanes |= 1u << lane;
    s->first[lane] = s->last[lane] = 0;
  } else if (r->count == 1) { // the second address decides how the run goes on
    r->stride = address - r->first;
    r->count = 2;
    s->expected[lane] = address + r->stride;
    return;
  } else {
    chunk *c = s->last[lane];
    if (!c || c->used == c->size) {
      u32 size = !c ? CHUNK_RUNS : c->size < MAX_CHUNK_RUNS ? 2 * c->size : c->size;
      chunk *more = counting_take(sizeof(chunk) + size * sizeof(run));
      if (!more) return;
      more->next = 0;
      more->used = 0;
      more->size = size;
      if (c) c->next = more;
      else s->first[lane] = more;
      s->last[lane] = c = more;
    }
    c->runs[c->used++] = *r;
  }
  *r = (run){address, 0, 1};
  s->expected[lane] = NO_ADDRESS;
}

// One access of the running thread; `how` without hints, HOW_SHARED where it is to shared memory.
INLINE void count_element(u32 address, u32 how, u32 site) {
  if (!streamsOfWarp || site >= countedSites) return;
  stream *s = streamsOfWarp[site];
  if (!s || s->how != how) {
    s = stream_of(how, site);
    if (!s) return;
  }
  u32 lane = countedLane;
  if (LIKELY(s->expected[lane] == address)) {
    s->running[lane].count++;
    s->expected[lane] = address + s->running[lane].stride;
    return;
  }
  new_run(s, lane, address);
}

// What is left of a lane's runs.
typedef struct {
  run at;
  const chunk *chunk;
  u32 next;
} rest;

static int next_run(rest *r, const stream *s, u32 lane) {
  while (r->chunk && r->next == r->chunk->used) r->chunk = r->chunk->next, r->next = 0;
  if (r->chunk) r->at = r->chunk->runs[r->next++];
  else if (r->next == NO_ADDRESS) return 0;
  else {
    r->at = s->running[lane];
    r->next = NO_ADDRESS;
  }
  return 1;
}

INLINE u32 lowest_bit(u32 value) { return value & -value; }

// After how many steps of this stride the addresses have moved by a multiple of `unit`, a power of two.
INLINE u32 period(u32 stride, u32 unit) {
  u32 common = lowest_bit(stride | unit);
  return unit / common;
}

// @param step - from one time to the next, in bytes: whole sectors of global memory
static void count_request(const stream *s, const u32 *addresses, const u8 *lane, u32 lanes, u64 times, u32 step) {
  static distinct sectors;
  u32 shared = s->how & HOW_SHARED, write = (s->how >> 16 & 3) != READ;
  cost c = shared ? shared_request(addresses, lane, lanes, s->how & 0xffff, !write)
                  : global_request(addresses, lanes, &sectors);
  u32 other = s->how & HOW_TEXTURE               ? TEXTURE_REQUESTS
              : s->how & HOW_CONSTANT            ? CONSTANT_LOAD_REQUESTS
              : (s->how >> 16 & 3) == RMW ? GLOBAL_ATOMIC_REQUESTS
                                                 : 0;
  if (other) { // an estimate of time does not know them
    counters[other] += times;
    counters[other + 1] += other == CONSTANT_LOAD_REQUESTS ? touch_new(&sectors, (u32)((int)step / 32), 0, times) : c.units * times;
    return;
  }
  add_request(s->site, shared != 0, write, c, times);
  sample_request(s->site, s->how, addresses, lane, lanes, c.units);
  if (!shared) touch_all(s->site, &sectors, (u32)((int)step / 32), write, times);
}

// Costs every request of a stream, executions of equal number together.
static void count_stream(const stream *s) {
  static rest left[32];
  static u32 addresses[32];
  static u8 lane[32];
  u32 lanes = 0, unit = s->how & HOW_SHARED ? 4 : 32;
  for (u32 i = 0; i < 32; i++) {
    if (!(s->lanes >> i & 1)) continue;
    left[lanes].chunk = s->first[i];
    left[lanes].next = 0;
    next_run(&left[lanes], s, i);
    lane[lanes++] = (u8)i;
  }
  siteCounters[s->site][SITE_MEETINGS]++;
  while (lanes) {
    u32 steps = left[0].at.count, alike = 1;
    for (u32 i = 1; i < lanes; i++) {
      if (left[i].at.count < steps) steps = left[i].at.count;
    }
    for (u32 i = 1; i < lanes && steps > 1; i++) alike &= left[i].at.stride == left[0].at.stride;
    u32 each = alike ? period(left[0].at.stride, unit) : steps;
    for (u32 step = 0; step < steps && step < each; step++) {
      for (u32 i = 0; i < lanes; i++) addresses[i] = left[i].at.first + step * left[i].at.stride;
      count_request(s, addresses, lane, lanes, (steps - step + each - 1) / each, each * left[0].at.stride);
    }
    u32 kept = 0;
    for (u32 i = 0; i < lanes; i++) {
      run *r = &left[i].at;
      r->first += steps * r->stride;
      r->count -= steps;
      if (r->count == 0 && !next_run(&left[i], s, lane[i])) continue;
      if (kept != i) {
        left[kept] = left[i];
        lane[kept] = lane[i];
      }
      kept++;
    }
    lanes = kept;
  }
}

// The lanes of a warp have met: what they did so far is complete.
static void counters_warp_converged(u32 warp) {
  if (!streams || !opened[warp]) return;
  sampledWarp = warp;
  for (stream *s = opened[warp]; s; s = s->opened) {
    count_stream(s);
    streams[warp * countedSites + s->site] = 0;
  }
  opened[warp] = 0;
  if (--openWarps == 0) arenaUsed = arenaStart;
}

static void counters_block_converged(void) {
  if (!streams) return;
  for (u32 w = 0; w * 32 < now.threads; w++) counters_warp_converged(w);
}

// Blocks share no cache here: which of them are on one multiprocessor at a time is not known.
static void counters_end_block(void) {
  if (streams) forget_touched();
}
